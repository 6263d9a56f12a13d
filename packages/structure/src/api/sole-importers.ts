import { importsOf, takes } from '../reading/imports.ts';
import { isConfig, isScript, isTest, within, workspaceOf } from '../reading/places.ts';
import type { Breach, SourceFile } from '../reading/source.ts';
import { breachAt, namePath, visit } from '../reading/syntax.ts';

/** A path, or a folder with all its files. */
const HOMES: Record<string, string> = {
  lucia: 'packages/api/src/core/sessions/lucia.ts',
  '@node-rs/argon2': 'packages/api/src/core/secrets/passwords.ts',
  jose: 'packages/api/src/core/sessions/access-token.ts',
  'openid-client': 'packages/api/src/core/oidc/provider.ts',
  nodemailer: 'packages/api/src/core/mail.ts',
  'rate-limiter-flexible': 'packages/api/src/core/limits/throttle.ts',
  commander: 'apps/server/src/cli',
  'csv-parse': 'packages/api/src/transfer/sheet/csv.ts',
  'better-sqlite3': 'packages/db/src',
};

/** Some packages are imported by one file only, so that replacing them changes only that file. Tests are exempt. */
export function soleImporters(files: readonly SourceFile[]): Breach[] {
  return files.flatMap(file =>
    importsOf(file).flatMap(imported => {
      const [name, home] = Object.entries(HOMES).find(([known]) => takes(imported, known)) ?? [];
      if (!home || file.path === home || within(file.path, home)) return [];
      // What proves the server is no part of it.
      if (within(file.path, 'apps/proof')) return [];
      if (isTest(file.path) && workspaceOf(file.path) === workspaceOf(home)) return [];
      const why = `${name} is imported outside of ${home}: behind one file it can be checked, or replaced, in one place`;
      return [breachAt(file, imported, why)];
    }),
  );
}

/**
 * The environment is parsed once, at the start, where a wrong setting still stops the server. What proves the server
 * is no part of it, and neither is what builds or starts it.
 */
export function environmentReadOnce(files: readonly SourceFile[]): Breach[] {
  const why =
    'process.env is read here: apps/server/src/env.ts parses it at the start, where a wrong setting is named at once';
  return files
    .filter(({ path }) => path !== 'apps/server/src/env.ts' && !within(path, 'apps/proof'))
    .filter(({ path }) => !isTest(path) && !isConfig(path) && !isScript(path))
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
