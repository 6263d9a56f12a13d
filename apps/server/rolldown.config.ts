import http from 'node:http';
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown';

/**
 * It never changes an argument. `Object.assign` makes dictionaries of objects with many properties, which take 1 KB each and
 * are slow to read.
 */
const NATIVE_SPREAD = `function _objectSpread2(first, second, third, ...more) {
  if (more.length > 0) return Object.assign({}, first, second, third, ...more);
  if (third) return { ...first, ...second, ...third };
  for (const _ in first) return { ...first, ...second };
  return { ...second };
}`;

/**
 * One file for the whole server: it starts four times as fast. main.js only starts and stops it. Each thread beside it
 * has one of its own. The commands are for the tests, which run them hundreds of times: as far below dist/ as their
 * sources are below src/.
 */
export default defineConfig([
  bundle('server', 'server', [nativeSpread(), leanHttp()]),
  bundle('main', 'main', [besideServer()]),
  bundle('ops/backup-worker', 'backup-worker'),
  bundle('ops/checkpoint-worker', 'checkpoint-worker'),
  bundle('cli/main', 'cli/main'),
]);

/**
 * Native modules stay where they are. A thread looks for its bundle beside that of the server. V8 keeps the text: one
 * character outside Latin-1 would take two bytes for each of its six million.
 */
function bundle(source: string, name: string, plugins: Plugin[] = []): RolldownOptions {
  return {
    input: `src/${source}.ts`,
    platform: 'node',
    external: ['better-sqlite3', '@node-rs/argon2'],
    plugins,
    output: {
      file: `dist/${name}.js`,
      format: 'esm',
      codeSplitting: false,
      charset: 'ascii',
      comments: false,
    },
  };
}

/** main.js imports the bundle of the server. */
function besideServer(): Plugin {
  return {
    name: 'beside-server',
    resolveId: source => (source === './server.ts' ? { id: './server.js', external: true } : null),
  };
}

/**
 * Imports node:http without its getters. An `import` reads them, and they load Node's WebSocket client, which takes 16 MB
 * alone in a process and is never used here. A `require` does not read them.
 */
function leanHttp(): Plugin {
  const id = '\0http';
  const names = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { get }]) =>
    get ? [] : [name],
  );
  return {
    name: 'lean-http',
    resolveId: (source, _importer, { kind }) =>
      kind === 'import-statement' && /^(node:)?http$/.test(source) ? id : null,
    load: asked =>
      asked === id
        ? `const http = process.getBuiltinModule('node:http');
           export default http;
           export const { ${names.join(', ')} } = http;`
        : null,
  };
}

/** tRPC comes compiled for runtimes without object spread (docs/decisions/0021-object-spread-in-the-bundle.md). */
function nativeSpread(): Plugin {
  const standIn = /function _objectSpread2\(e\) \{\n[\s\S]*?\n\}/;
  // `{ ...a, ...b }` as tRPC comes: a copy of `a` for the stand-in to change.
  const copied = /_objectSpread2\(_objectSpread2\(\{\}, ([\w$.]+)\), /g;
  let isFound = false;
  return {
    name: 'native-spread',
    transform(code, id) {
      if (!id.includes('/@trpc/server/')) return null;
      isFound ||= standIn.test(code);
      return code.replace(standIn, NATIVE_SPREAD).replace(copied, '_objectSpread2($1, ');
    },
    buildEnd(error) {
      if (!error && !isFound) this.error('tRPC has no stand-in for object spread any more: delete this');
    },
  };
}
