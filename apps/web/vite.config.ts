import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compressed.ts';

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    react(),
    tailwindcss(),
    compressed(),
  ],
  build: {
    // The CSP allows no data: scripts or styles; small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each with all that it imports: a page is a few files, and what several share is not a file apiece.
          groups: [
            { name: 'start', test: /src[\\/]main\.tsx$/, priority: 2 },
            { name: 'toast', test: /src[\\/]ui[\\/]toast\.tsx$/, priority: 1 },
            { name: 'dash', test: /src[\\/](data-provider|features[\\/]frame[\\/]app-frame)\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/trpc': { target: 'http://localhost:3000', ws: true },
      '/auth': 'http://localhost:3000',
    },
  },
});
