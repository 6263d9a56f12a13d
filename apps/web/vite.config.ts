import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appShell } from './app-shell.ts';
import { builtPages } from './built-pages.ts';
import { classicStart } from './classic-start.ts';
import { compressed } from './compressed.ts';

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A loader comes with the page it loads for: the query client is no part of the pages before the login.
      codeSplittingOptions: { defaultBehavior: [['component', 'loader'], ['errorComponent']] },
    }),
    react(),
    tailwindcss(),
    classicStart(),
    appShell(),
    compressed(),
    builtPages(),
  ],
  resolve: {
    alias: {
      // React 18 and later have what the shim brings.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      // Lucide's own has settings that no icon here uses: 1 KB of each first visit.
      '../createLucideIcon.mjs': fileURLToPath(new URL('src/ui/layout/icon-frame.tsx', import.meta.url)),
    },
  },
  build: {
    // The CSP allows no data: scripts or styles; small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every name is in the first file of a visit, and the end of a name does not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // Each with all that it imports: a page is a few files, and what several share is not a file apiece.
          groups: [
            // The cross of dialogs and chips is in toasts too: without this they would all load the toasts. The arrow
            // of a select is in rows too: without this the page to register would load them.
            { name: 'start', test: /src[\\/]main\.tsx$|[\\/]icons[\\/](x|chevron-down)\.m?js$/, priority: 3 },
            // Of the ids only the names of threads need it.
            { name: 'uuid', test: /uuid[\\/]dist[\\/](validate|regex)\.js$/, priority: 2 },
            { name: 'toast', test: /src[\\/]ui[\\/]toast[\\/]toast-list\.tsx$/, priority: 2 },
            // The frame of the dash area, and the parts of nearly every page.
            {
              name: 'dash',
              test: /src[\\/](data[\\/](data-provider\.tsx|outbox[\\/]theirs\.ts)|features[\\/]frame[\\/]app-frame\.tsx|routes[\\/]-line[\\/]line-above\.tsx|lib[\\/](dates|words[\\/]text)\.ts|ui[\\/](drawings|layout[\\/]page|list[\\/](skeleton|row-mark|ring|use-places|use-row-link)|overlay[\\/]menu|form[\\/]quick-line)\.tsx|ui[\\/](use-is-desktop|list[\\/]long[\\/]use-(row-focus|shown))\.ts|routes[\\/]-search[\\/]use-linked-row\.ts)$|src[\\/]routes[\\/]dash\.tsx\?/,
              priority: 1,
            },
            // Before the second factor, whose code the page to register does not load.
            { name: 'refusal', test: /src[\\/]ui[\\/]form[\\/]refusal[\\/]/ },
            {
              name: 'second-factor',
              test: /src[\\/]features[\\/](second-factor[\\/]|auth[\\/](login[\\/]login-parts|signed-in-page))/,
            },
            // Small parts that several pages share: one file is shorter to name than many.
            {
              name: 'item-parts',
              test: /src[\\/]features[\\/]grocery[\\/](actions[\\/]|grocery\.ts|row[\\/]count-field)|quick-line[\\/]item\.ts|lib[\\/]words[\\/]money/,
            },
            {
              name: 'outbox-parts',
              test: /src[\\/]data[\\/](outbox[\\/]sweep|storage[\\/]rescue)\.ts$/,
            },
            {
              name: 'people-parts',
              test: /src[\\/](ui[\\/]form[\\/]people-select|features[\\/]task[\\/](edit[\\/]assign-field|known-people))\.tsx?$/,
            },
            {
              name: 'unsent',
              test: /src[\\/](data[\\/]outbox[\\/]refused[\\/]try-again|features[\\/]frame[\\/]outbox[\\/]use-(unsent|leave))\.tsx?$/,
            },
            {
              name: 'icons',
              test: /[\\/]icons[\\/](user-round|log-out|calendar|shopping-basket|settings)\.m?js$/,
            },
            {
              name: 'settings-parts',
              test: /src[\\/](notify[\\/]settings\.ts$|ui[\\/](layout[\\/](section|removable-rows|use-lost-focus)|list[\\/]session-row|form[\\/]password[\\/]use-confirmation)\.tsx?$)|(auth[\\/]browser-name|session[\\/]use-form-over-login)\.ts$/,
            },
            {
              name: 'account-parts',
              test: /src[\\/](data[\\/]session[\\/]account|features[\\/]auth[\\/]link[\\/]use-look-up|ui[\\/]form[\\/]password[\\/]new-field)/,
            },
            {
              name: 'row-parts',
              test: /src[\\/](features[\\/]task[\\/](added-task|list[\\/]theirs-notes)\.tsx?|ui[\\/]list[\\/](edit-form|theirs-note)\.tsx|data[\\/]reads[\\/](pages|history)\.ts|lib[\\/]use-kept-form\.ts)$/,
            },
            {
              name: 'thread-parts',
              test: /src[\\/](features[\\/]chat[\\/]([a-z]+[\\/])?use-threads?|lib[\\/](times|words[\\/]links)|ui[\\/]layout[\\/]back-link)\.tsx?$|[\\/]icons[\\/]chevron-left\.m?js$/,
            },
            {
              name: 'manager-parts',
              test: /src[\\/](features[\\/](manager[\\/]manager-lists|member[\\/](member-gate|list[\\/]by-person))|ui[\\/]layout[\\/](show-(more|older)|use-first-new-row))/,
            },
            // The card of a task in a message, the task that a link opens and the line share the rows of the lists.
            {
              name: 'task-page',
              test: /src[\\/](features[\\/]task[\\/](task-page|list[\\/]task-list)\.tsx$|routes[\\/]dash\.tasks\.tsx)/,
            },
            // What opens over the page, with the library that menus share: before what only shows in it.
            { name: 'overlay', test: /src[\\/]ui[\\/]overlay[\\/](dialog|form-dialog)\.tsx$/ },
            { name: 'copy-link', test: /src[\\/]ui[\\/](list[\\/]copy-link|form[\\/]copy-field)\.tsx$/ },
            {
              name: 'opened-task',
              test: /src[\\/]features[\\/]task[\\/]open[\\/](opened-task|use-task)\.tsx?$/,
            },
            {
              name: 'groceries',
              test: /src[\\/](features[\\/]grocery[\\/]use-groceries|fold[\\/]grocery)\.ts$/,
            },
            {
              name: 'across-lists',
              test: /src[\\/](features[\\/]task[\\/]list[\\/]across-lists|fold[\\/]across-lists[\\/]task-counts)\.ts$/,
            },
            {
              name: 'overdue-line',
              test: /src[\\/]features[\\/]task[\\/]move[\\/](overdue-line\.tsx|move-many\.ts)$/,
            },
          ],
        },
      },
    },
  },
});
