import { defineConfig, type RolldownOptions } from 'rolldown';

/** One file for the whole server: it starts four times as fast. Its one thread beside it has one of its own. */
export default defineConfig([bundle('main'), bundle('backup-worker')]);

/** Native modules stay where they are. */
function bundle(name: string): RolldownOptions {
  return {
    input: `src/${name}.ts`,
    platform: 'node',
    external: ['better-sqlite3', '@node-rs/argon2'],
    output: { file: `dist/${name}.js`, format: 'esm', codeSplitting: false },
  };
}
