import type { Plugin, Rolldown } from 'vite';

/** The chunk that every page loads first (vite.config.ts), and the helpers of Rolldown, which have a chunk of their own. */
const START = 'start';
const RUNTIME = 'rolldown-runtime';
/** The chunks whose functions are called at once too. The others have much that is never called. */
const CALLED_AT_ONCE = ['dash', 'task-page'];
/** On the first line of a file: Chromium compiles it in its background thread, not function by function when they are called. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';
/** Where the start leaves its exports. Longer than the names that the minifier makes. */
const EXPORTS = '$start';

/**
 * Makes the start a classic script. Chromium keeps the compiled code of a classic script with the file that the service
 * worker stored, but compiles a module again at each start (docs/where-the-time-goes.md). The other chunks stay modules:
 * they read from a global what they would import from it. Those that a start needs at once get a hint.
 */
export function classicStart(): Plugin {
  return {
    name: 'classic-start',
    apply: 'build',
    // After Vite's own, which write index.html and the first line of a file.
    enforce: 'post',
    // Before the names of the files get their hashes, so that a file with another content has another name.
    renderChunk: {
      order: 'post',
      handler(code, chunk, _options, { chunks }) {
        const body = this.parse(code).body;
        if (chunk.name === START) return asScript(code, body, runtimeIn(chunks));
        if (chunk.name === RUNTIME) return fromStart(code, body);
        const start = Object.keys(chunks).find(file => chunks[file]?.name === START);
        return start ? withoutImport(code, body, start.replace(/^.*\//, './')) : null;
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && CALLED_AT_ONCE.includes(chunk.name))
            chunk.code = `${COMPILE_HINT}\n${chunk.code}`;
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: html =>
        html
          .replace(tagOf(RUNTIME), '')
          .replace(
            tagOf(START),
            `<script defer crossorigin src="$1"></script>${tagOf(RUNTIME).exec(html)?.[0]}`,
          ),
    },
  };
}

type Body = ReturnType<Rolldown.PluginContext['parse']>['body'];
type Statement = Body[number];

function tagOf(chunk: string): RegExp {
  return new RegExp(`<script type="module" crossorigin src="(/assets/${chunk}-[\\w-]+\\.js)"></script>`);
}

/** The start has the helpers, because a classic script imports nothing. */
function runtimeIn(chunks: Record<string, Rolldown.RenderedChunk>): string {
  const runtime = Object.values(chunks).find(({ name }) => name === RUNTIME);
  return Object.values(runtime?.modules ?? {})
    .map(({ code }) => code ?? '')
    .join('\n');
}

function asScript(code: string, body: Body, runtime: string): string {
  const exported = [...runtime.matchAll(/^var (\w+) = \(/gm)].map(([, helper]) => `${helper}`);
  const kept = replaced(code, body, statement => {
    if (statement.type === 'ImportDeclaration') {
      if (!statement.source.value.includes(RUNTIME))
        throw new Error(`the start imports ${statement.source.value}`);
      return '';
    }
    if (statement.type !== 'ExportNamedDeclaration') return null;
    for (const { exported: as, local } of statement.specifiers)
      exported.push(`${nameOf(as)}: ${constant(nameOf(local), code, body)}`);
    return '';
  });
  // With it Vite finds the files of the build, which are beside the start.
  const meta = 'const importMeta = { url: document.currentScript.src };';
  const script = kept.replaceAll('import.meta', 'importMeta');
  return `(() => {
'use strict';
${meta}
${runtime}
${script}
self.${EXPORTS} = { ${exported.join(', ')} };
})();`;
}

/** @throws Error for a variable that may change: the other chunks have its first value only. */
function constant(name: string, code: string, body: Body): string {
  const isVariable = body.some(
    statement =>
      statement.type === 'VariableDeclaration' &&
      statement.declarations.some(({ id }) => id.type === 'Identifier' && id.name === name),
  );
  const assigned = new RegExp(
    `(?<![\\w.$])${name.replaceAll('$', '\\$')}\\s*(?:=[^=>]|[-+*/|&?]{1,2}=[^=]|\\+\\+|--)`,
    'g',
  );
  if (isVariable && [...code.matchAll(assigned)].length > 1)
    throw new Error(`${name}, which the start exports, changes later. Export a function that returns it`);
  return name;
}

const FOUND = `self.${EXPORTS}`;
/**
 * A page whose connection has lost the start would stay blank, and one that has lost its styles would stay without. It
 * loads again, unless it was reloaded already (1). The older name of the type of a visit is the shorter one. A module
 * runs when the styles have arrived or are lost. They take the margin away; Chromium lists lost styles too.
 */
const OR_AGAIN = `getComputedStyle(document.body).margin === '0px' && ${FOUND} || (performance.navigation.type === 1 || location.reload(), ${FOUND} || {})`;

/** For the other chunks, which import the helpers from their own chunk. */
function fromStart(code: string, body: Body): string {
  const [exports] = body.filter(statement => statement.type === 'ExportNamedDeclaration');
  if (!exports) throw new Error('the helpers of Rolldown are not exported');
  const names = exports.specifiers.map(({ local }) => nameOf(local));
  return `const { ${names.join(', ')} } = ${OR_AGAIN};\n${code.slice(exports.start, exports.end)}`;
}

function withoutImport(code: string, body: Body, start: string): string {
  const rest = replaced(code, body, statement => {
    if (statement.type !== 'ImportDeclaration' || statement.source.value !== start) return null;
    const names = statement.specifiers.map(one => {
      if (one.type !== 'ImportSpecifier')
        throw new Error(`${code.slice(one.start, one.end)} is imported from the start`);
      return `${nameOf(one.imported)}: ${one.local.name}`;
    });
    return names.length > 0 ? `const { ${names.join(', ')} } = ${EXPORTS};` : '';
  });
  if (rest.includes(start)) throw new Error('a chunk loads the start as a module');
  return rest;
}

/** @param by the text in place of a statement; null to keep it */
function replaced(code: string, body: Body, by: (statement: Statement) => string | null): string {
  return body.toReversed().reduce((text, statement) => {
    const instead = by(statement);
    return instead === null ? text : text.slice(0, statement.start) + instead + text.slice(statement.end);
  }, code);
}

function nameOf(name: { type: string } & ({ name: string } | { value: unknown })): string {
  return 'name' in name ? name.name : JSON.stringify(name.value);
}
