import { importsOf, takes } from './imports.ts';
import { isConfig, isTest, within, workspaceOf } from './places.ts';
import type { Breach, SourceFile } from './source.ts';
import { breachAt, namePath, visit } from './syntax.ts';

/** A path, or a folder and all in it. */
const HOMES: Record<string, string> = {
  lucia: 'packages/api/src/session/lucia.ts',
  '@node-rs/argon2': 'packages/api/src/passwords.ts',
  jose: 'packages/api/src/access-token.ts',
  nodemailer: 'packages/api/src/mail.ts',
  'rate-limiter-flexible': 'packages/api/src/throttle.ts',
  commander: 'apps/server/src/cli',
  'csv-parse': 'packages/api/src/csv.ts',
  'better-sqlite3': 'packages/db/src',
};

/** Some packages stand behind one file of ours: to change them is to change that file. Tests may look behind. */
export function soleImporters(files: readonly SourceFile[]): Breach[] {
  return files.flatMap(file =>
    importsOf(file).flatMap(imported => {
      const [name, home] = Object.entries(HOMES).find(([known]) => takes(imported, known)) ?? [];
      if (!home || file.path === home || within(file.path, home)) return [];
      if (isTest(file.path) && workspaceOf(file.path) === workspaceOf(home)) return [];
      const why = `${name} is imported outside of ${home}: behind one door it can be checked, or replaced, in one place`;
      return [breachAt(file, imported, why)];
    }),
  );
}

/**
 * The environment is parsed once, at the start, where a wrong setting still stops the server. What proves the server
 * is no part of it.
 */
export function environmentReadOnce(files: readonly SourceFile[]): Breach[] {
  const why =
    'process.env is read here: apps/server/src/env.ts parses it at the start, where a wrong setting is named at once';
  return files
    .filter(({ path }) => path !== 'apps/server/src/env.ts' && !within(path, 'apps/proof'))
    .filter(({ path }) => !isTest(path) && !isConfig(path))
    .flatMap(file => {
      const breaches = importsOf(file)
        .filter(({ from, names }) => /^(?:node:)?process$/.test(from) && names.includes('env'))
        .map(imported => breachAt(file, imported, why));
      visit(file, {
        MemberExpression(node) {
          if (namePath(node).slice(-2).join('.') === 'process.env') breaches.push(breachAt(file, node, why));
        },
        VariableDeclarator(node) {
          if (node.init?.type === 'Identifier' && node.init.name === 'process')
            breaches.push(breachAt(file, node, why));
        },
      });
      return breaches;
    });
}
