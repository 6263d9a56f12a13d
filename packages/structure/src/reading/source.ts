import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One file of the repository; the path is relative to its root, with forward slashes. */
export interface SourceFile {
  path: string;
  text: string;
}

/** A violation of a rule, with its place and the reason of the rule. */
export interface Breach {
  path: string;
  line?: number;
  why: string;
}

export type Rule = (files: readonly SourceFile[]) => Breach[];

/** All hand-written files of the repository, without those in `.gitignore` and `*.gen.ts`. */
export function readTree(root: string): SourceFile[] {
  const ignored = ignoredBy(readFileSync(join(root, '.gitignore'), 'utf8'));
  return pathsUnder(root, '', ignored).map(path => ({
    path,
    text: READ.test(path) ? readFileSync(join(root, path), 'utf8') : '',
  }));
}

/** One line per violation, in a form that editors can open. */
export function report(breaches: readonly Breach[]): string {
  return breaches.map(({ path, line, why }) => `${path}${line ? `:${line}` : ''}  ${why}`).join('\n');
}

const READ = /\.(?:[cm]?[jt]sx?|css)$/;

function pathsUnder(root: string, folder: string, ignored: (path: string) => boolean): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (ignored(path)) return [];
    return entry.isDirectory() ? pathsUnder(root, path, ignored) : [path];
  });
}

/** The few forms our `.gitignore` uses: a name anywhere, `/a path from the root`, and `*.ending`. */
function ignoredBy(gitignore: string): (path: string) => boolean {
  const lines = gitignore.split('\n').map(line => line.trim().replace(/\/$/, ''));
  const rules = [...lines.filter(line => line && !line.startsWith('#')), '.git', '*.gen.ts'];
  return path =>
    rules.some(rule => {
      if (rule.startsWith('/')) return path === rule.slice(1);
      return rule.startsWith('*') ? path.endsWith(rule.slice(1)) : path.split('/').at(-1) === rule;
    });
}
