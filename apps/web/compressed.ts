import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Beside every text file of the build the same one compressed: at its best, since it is done once. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    // After Vite's own, which write index.html.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const texts = Object.values(bundle).filter(({ fileName }) => TEXT.test(fileName));
        for (const file of texts) {
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          const [small, smallest] = await Promise.all([
            gzipped(source, { level: 9 }),
            brotlied(source, BEST),
          ]);
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: small });
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: smallest });
        }
      },
    },
  };
}

const TEXT = /\.(js|css|html)$/;
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);
