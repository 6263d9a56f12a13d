import { build } from 'vite';

/**
 * Builds the app in the working directory with one text of its source replaced.
 * `node build-changed.ts <folder of the build> <text> <text instead>`
 */
const [, , outDir = '', from = '', to = ''] = process.argv;
let found = 0;

await build({
  logLevel: 'error',
  build: { outDir, emptyOutDir: true },
  plugins: [
    {
      name: 'changed',
      enforce: 'pre',
      transform(code) {
        if (!code.includes(from)) return null;
        found += 1;
        return code.replaceAll(from, to);
      },
    },
  ],
});
// A build without the change would be the sound app, and a control on it would show nothing.
if (found !== 1) throw new Error(`${found} files of the app contain: ${from}`);
