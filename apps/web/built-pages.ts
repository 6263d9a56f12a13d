import { fileURLToPath } from 'node:url';
import { BUILT_PAGES, type BuiltPages } from '@onus/contract/shell/built-pages';
import { type Plugin, type Rolldown, runnerImport } from 'vite';

/** The part of a route that is loaded for its page; a group in parentheses is no part of the path. */
const ROUTE = /\/src\/routes\/(?:\([^)]+\)\/)?([^?]+)\.tsx\?tsr-split=/;

/** Writes `pages.json`, with which the server makes first visits faster. */
export function builtPages(): Plugin {
  return {
    name: 'built-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(file => file.type === 'chunk');
        const page = bundle['index.html'];
        const named = page?.type === 'asset' ? String(page.source) : '';
        const pages: BuiltPages = { preloads: preloadsOf(chunks, named), landing: await landings() };
        this.emitFile({ type: 'asset', fileName: BUILT_PAGES, source: JSON.stringify(pages) });
      },
    },
  };
}

/** A page needs the code of its route and of the routes around it. @param named what every page names. */
function preloadsOf(chunks: readonly Rolldown.OutputChunk[], named: string): BuiltPages['preloads'] {
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]));
  const routes = chunks.flatMap(chunk => pathsOf(chunk).map(path => [path, chunk] as const));
  const paths = new Set(routes.map(([path]) => path).filter(path => !path.includes('$')));
  return Object.fromEntries(
    [...paths].map(path => {
      const around = routes.filter(([other]) => path === other || path.startsWith(`${other}/`));
      const needed = withImports(around, byName).filter(file => !named.includes(file));
      return [path, needed.map(file => `/${file}`)];
    }),
  );
}

/** `/dash/tasks` for dash.tasks.tsx, `/` for index.tsx. */
function pathsOf({ moduleIds }: Rolldown.OutputChunk): string[] {
  const names = moduleIds.map(id => ROUTE.exec(id)?.[1]).filter(name => name !== undefined);
  return names.map(name => `/${name.replaceAll('.', '/')}`.replace(/\/index$/, '') || '/');
}

function withImports(
  routes: readonly (readonly [path: string, chunk: Rolldown.OutputChunk])[],
  byName: ReadonlyMap<string, Rolldown.OutputChunk>,
): string[] {
  const found = new Set(routes.map(([, chunk]) => chunk));
  for (const { imports } of found) {
    for (const name of imports) {
      const imported = byName.get(name);
      if (imported) found.add(imported);
    }
  }
  return [...found].map(({ fileName }) => fileName);
}

async function landings(): Promise<BuiltPages['landing']> {
  const { module } = await runnerImport<typeof import('./landing-html.tsx')>(
    fileURLToPath(new URL('landing-html.tsx', import.meta.url)),
    { configFile: false, logLevel: 'error' },
  );
  const [open, closed] = await Promise.all([module.landingHtml(true), module.landingHtml(false)]);
  return { open, closed };
}
