import { importsOf, targetOf } from './imports.ts';
import { isTest, within } from './places.ts';
import type { Breach, SourceFile } from './source.ts';
import { breachAt } from './syntax.ts';

const HOME = 'apps/web/src';

/**
 * routes → features → ui → lib. `shared` are the files beside these folders that hold the connection to the
 * server (trpc, live, session); `shell` is what puts the app together.
 */
const MAY_IMPORT: Record<string, string[]> = {
  shell: ['shell', 'shared', 'routes', 'features', 'ui', 'lib'],
  shared: ['shared', 'ui', 'lib'],
  routes: ['shared', 'features', 'ui', 'lib'],
  features: ['shared', 'ui', 'lib'],
  ui: ['ui', 'lib'],
  lib: ['lib'],
};

export function webLayers(files: readonly SourceFile[]): Breach[] {
  const web = files.filter(({ path }) => within(path, HOME) && /\.tsx?$/.test(path) && !isTest(path));
  return web.flatMap(file => [...strangeFolder(file), ...upwardImports(file)]);
}

function strangeFolder(file: SourceFile): Breach[] {
  const layer = layerOf(file.path);
  if (layer in MAY_IMPORT) return [];
  return [
    { path: file.path, why: `${HOME} has no folder ${layer}: routes, features, ui and lib are the layers` },
  ];
}

function upwardImports(file: SourceFile): Breach[] {
  const from = layerOf(file.path);
  return importsOf(file).flatMap(imported => {
    const target = targetOf(file, imported);
    if (!('path' in target) || !within(target.path, HOME)) return [];
    const to = layerOf(target.path);
    if (from === 'features' && to === 'features') {
      if (nounOf(file.path) === nounOf(target.path)) return [];
      const why = `a feature imports another (${imported.from}): what two share belongs in ui or lib, or is put together by a route, so that each can be changed alone`;
      return [breachAt(file, imported, why)];
    }
    if (MAY_IMPORT[from]?.includes(to) || (from === 'routes' && to === 'shell' && imported.typeOnly))
      return [];
    const why = `${from} imports ${to} (${imported.from}): routes → features → ui → lib, so that what lies below knows nothing of what lies above`;
    return [breachAt(file, imported, why)];
  });
}

function layerOf(path: string): string {
  const [first = '', ...rest] = path.slice(HOME.length + 1).split('/');
  if (rest.length > 0) return first;
  return /^(?:main|router|routeTree)\b/.test(first) ? 'shell' : 'shared';
}

function nounOf(path: string): string | undefined {
  return path.slice(`${HOME}/features/`.length).split('/')[0];
}
