import { within } from './places.ts';
import type { Breach, SourceFile } from './source.ts';

const API = 'packages/api/src';
const NOUNS = [
  'audit',
  'auth',
  'link',
  'task',
  'series',
  'occurrence',
  'history',
  'tally',
  'trash',
  'overdue',
  'manager',
  'member',
  'household',
  'email',
  'grocery',
  'chat',
  'message',
  'session',
  'demo',
  'archive',
  'sheet',
  'people',
  'install',
  'sweep',
  'reader',
];
const KINDS = ['router.ts', 'queries.ts', 'commands.ts', 'policy.ts'];

/** A noun of the api holds the same few kinds of file as every other, so that one knows where to look. */
export function nounFolders(files: readonly SourceFile[]): Breach[] {
  return files.flatMap(({ path }) => {
    const [noun, file, ...deeper] = within(path, API) ? path.slice(API.length + 1).split('/') : [];
    if (!noun || !file) return [];
    if (!NOUNS.includes(noun))
      return [{ path, why: `${noun} is no noun of the api: the nouns are ${NOUNS.join(', ')}` }];
    if (deeper.length === 0 && isKnown(noun, file)) return [];
    const why = `a noun has ${KINDS.join(', ')} and tests that begin with its name, nothing else: what grows gets a noun of its own`;
    return [{ path, why }];
  });
}

/** No file is called after nothing in particular. */
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
    return [{ path, why: 'an index file hides what an import leads to: name the file after what is inside' }];
  });
}

function isKnown(noun: string, file: string): boolean {
  if (file === `${noun}.test.ts` || (file.startsWith(`${noun}-`) && file.endsWith('.test.ts'))) return true;
  // Lucia has no router: it is one way to keep the sessions that auth hands out, and stands in one file.
  if (noun === 'session') return file === 'lucia.ts' || (file !== 'router.ts' && KINDS.includes(file));
  return KINDS.includes(file);
}
