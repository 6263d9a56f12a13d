import { dirname } from 'node:path/posix';
import { sourcesIn, within } from '../reading/places.ts';
import type { Breach, SourceFile } from '../reading/source.ts';

const MOST_FILES = 12;

/** A folder with too many files is split by what its files do. */
export function foldersAreSmall(files: readonly SourceFile[]): Breach[] {
  const sources = sourcesIn(files, 'packages', 'apps');
  const folders = Map.groupBy(sources, ({ path }) => dirname(path));
  return [...folders].flatMap(([path, { length }]) =>
    length <= MOST_FILES
      ? []
      : [{ path, why: `${length} files, ${MOST_FILES} at the most: split the folder by what they do` }],
  );
}

/** File names say what is inside. */
export function tellingNames(files: readonly SourceFile[]): Breach[] {
  return files.flatMap(({ path }) => {
    if (!within(path, 'packages') && !within(path, 'apps')) return [];
    const segments = path.split('/');
    const name = segments.pop()?.replace(/\..*$/, '') ?? '';
    const vague = [...segments, name].find(segment => /^(?:helpers?|utils?|common|misc)$/.test(segment));
    if (vague)
      return [
        { path, why: `${vague} says nothing: a name that tells what is inside keeps other things out` },
      ];
    const isRoute = within(path, 'apps/web/src/routes') && path.endsWith('/index.tsx');
    if (name !== 'index' || !/\.[cm]?[jt]sx?$/.test(path) || isRoute) return [];
    return [{ path, why: 'an index file hides where an import leads: name the file after what is inside' }];
  });
}
