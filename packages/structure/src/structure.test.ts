import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { domainThrowsDomainErrors, trpcErrorsAtEntryPoints } from './api/domain-errors.ts';
import { policiesArePure } from './api/policies.ts';
import { restDecidesNothing } from './api/rest-decides-nothing.ts';
import { routersAreTables } from './api/routers.ts';
import { databaseThroughAccess, queriesTakeScope, scopesAreCreated } from './api/scopes.ts';
import { environmentReadOnce, soleImporters } from './api/sole-importers.ts';
import { sqlInItsPlace } from './api/sql-places.ts';
import { databaseIsSynchronous, noAsyncTransaction } from './api/synchronous.ts';
import { citationsHaveTargets } from './citations.ts';
import { strayTests } from './cited-tests.ts';
import { cliOutputIsEscaped } from './cli-output.ts';
import { coloursInOnePlace } from './colours.ts';
import { contractIsPure } from './contract-purity.ts';
import { everyFileIsLegible, exportedFirst, functionsAreDeclared, noBarrels } from './files/file-shape.ts';
import { filesAreShort, filesAreSmall } from './files/file-size.ts';
import { foldersAreSmall, tellingNames } from './files/folders.ts';
import { everyTestRuns, noMocks } from './files/real-parts.ts';
import { suppressionsSayWhy } from './files/suppressions.ts';
import { topLevelIsClosed } from './files/top-level.ts';
import { onlyTheTypeOfTheRouter, relativeImportsStayHome, testingStaysInTests } from './import-direction.ts';
import { filesOfSection, namedFilesExist } from './page-paths.ts';
import { type Rule, readTree, report } from './reading/source.ts';

/** A file that breaks the rule once: path, text, line, and a part of the message. */
type Broken = [path: string, text: string, line: number | undefined, says: string];
type Kept = [path: string, text: string];

const API = 'packages/api/src';
const WEB = 'apps/web/src';
const REST = 'apps/server/src/rest';
/** Marks a file as one of queries or commands. */
const SQL = "import { eq } from 'drizzle-orm';\n";

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tree = readTree(root);

it('reads the repository', () => {
  const paths = tree.map(({ path }) => path);
  expect(paths).toContain('biome.json');
  expect(paths).toContain('packages/structure/src/structure.test.ts');
  expect(paths.filter(path => /node_modules|\.gen\.ts$|^\.git\//.test(path))).toEqual([]);
});

describe('citations have targets', () => {
  const textOf = (page: string) => readFileSync(`${root}/${page}`, 'utf8');
  const rule = citationsHaveTargets(textOf('docs/rules.md'), textOf('ARCHITECTURE.md'));
  const breachesOf = (comment: string) => rule([{ path: `${API}/task/edit.ts`, text: `/** ${comment} */` }]);

  it('in the whole repository', () => {
    expect(report(rule(tree))).toBe('');
  });

  it.each(['rule 4.99', 'Rules 4.6 and 77', 'architecture rule 99', 'decision 4', 'spec 3'])(
    'and %s has none',
    cited => {
      expect(breachesOf(`See ${cited}.`)).toHaveLength(1);
    },
  );

  it.each(['rule 4.6', 'rules 3 and 4.4', 'architecture rule 5', 'a rule of 3 words'])(
    'and %s has one',
    cited => {
      expect(breachesOf(`See ${cited}.`)).toEqual([]);
    },
  );
});

describe('pages name files that exist', () => {
  const pages = tree
    .filter(({ path }) => path.endsWith('.md'))
    .map(({ path }) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }));

  it('in the whole repository', () => {
    expect(pages.map(({ path }) => path)).toContain('ARCHITECTURE.md');
    expect(report(namedFilesExist(pages, tree))).toBe('');
  });

  it('and reports a missing one', () => {
    const text = '`packages/api/src/root.ts`\n`packages/api/src/nothing.ts`';
    expect(namedFilesExist([{ path: 'docs/a.md', text }], tree)).toMatchObject([
      { line: 2, why: 'there is no packages/api/src/nothing.ts' },
    ]);
  });

  it('and the tests that the security checklist names exist', () => {
    const textOf = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
    const page = textOf('docs/security-checklist.md');
    expect(strayTests(page, textOf)).toEqual([]);
    expect(strayTests('`packages/a.ts` “one” and `packages/a.ts` “two”', () => "test('one')")).toEqual([
      'packages/a.ts: two',
    ]);
  });

  it('a new field of a task touches at most six of them', () => {
    const recipes = readFileSync(`${root}/docs/contributing.md`, 'utf8');
    const named = filesOfSection(recipes, 'A field of a task');
    expect(named).toContain('packages/contract/src/task.ts');
    expect(named.length).toBeLessThanOrEqual(6);
  });
});

keeps('commands print through say.ts', cliOutputIsEscaped, {
  broken: [
    ['apps/server/src/cli/commands/link.ts', 'process.stdout.write(name);', 1, 'could forge a line'],
    [
      'apps/server/src/cli/commands/checks/data.ts',
      'const a = 1;\nprocess.stderr.write(name);',
      2,
      'could forge a line',
    ],
    ['apps/server/src/cli/commands/admin.ts', 'console.log(name);', 1, 'console.log is used here'],
  ],
  kept: [
    ['apps/server/src/cli/say.ts', 'process.stdout.write(line);'],
    ['apps/server/test/cli/cli.test.ts', 'process.stdout.write(line);'],
    ['apps/server/src/main.ts', 'process.stdout.write(line);'],
  ],
});

keeps('web takes one type from the api', onlyTheTypeOfTheRouter, {
  broken: [
    [
      `${WEB}/data/trpc.ts`,
      "import { appRouter } from '@onus/api/root';",
      1,
      'pulls server code into the browser',
    ],
    [`${WEB}/data/trpc.ts`, "import { type AppRouter } from '@onus/api/root';", 1, 'an inline `type` too'],
    [`${WEB}/lib/row.ts`, "type Row = import('@onus/api/task/list').Row;", 1, 'import type { AppRouter }'],
  ],
  kept: [[`${WEB}/data/trpc.ts`, "import type { AppRouter } from '@onus/api/root';"]],
});

keeps('relative imports stay in their package', relativeImportsStayHome, {
  broken: [
    [`${API}/core/trpc.ts`, "import { openDb } from '../../../db/src/open.ts';", 1, 'leaves packages/api'],
    [`${WEB}/main.tsx`, "import { cx } from '@/lib/cx.ts';", 1, 'is an alias'],
  ],
  kept: [
    [`${API}/task/router.ts`, "import { z } from 'zod';\nimport { procedure } from '../trpc.ts';"],
    ['apps/server/src/services.ts', "import onus from '../../../package.json' with { type: 'json' };"],
  ],
});

keeps('what tests use stays in tests', testingStaysInTests, {
  broken: [
    [
      'apps/server/src/cli/commands/demo.ts',
      "import { testDb } from '@onus/db/testing';",
      1,
      'outside of tests',
    ],
    [`${API}/root.ts`, "import { callers } from './testing.ts';", 1, 'outside of tests'],
    ['apps/server/src/app.ts', "import { RIGHTS } from '../test/rights/matrix.ts';", 1, 'outside of tests'],
    ['apps/server/src/app.ts', "import { place } from '@onus/server/test/server';", 1, 'outside of tests'],
  ],
  kept: [
    [`${API}/task/task.test.ts`, "import { callers } from '../testing.ts';"],
    [`${API}/testing.ts`, "import { testDb } from '@onus/db/testing';"],
    ['apps/proof/src/trust/crash.ts', "import { testDb } from '@onus/db/testing';"],
    ['vitest.workspace.ts', "import { SUITES } from './packages/api/src/testing/suites.ts';"],
  ],
});

keeps('the contract is pure', contractIsPure, {
  broken: [
    ['packages/contract/src/a.ts', "import { readFileSync } from 'node:fs';", 1, 'imports node:fs'],
    ['packages/contract/src/a.ts', "import { today } from '@internationalized/date';", 1, 'reads the clock'],
    ['packages/contract/src/a.ts', '\nconst a = new Date();', 2, 'new Date() reads the clock'],
    ['packages/contract/src/a.ts', 'const a = Date.now();', 1, 'Date.now() reads the clock'],
    ['packages/contract/src/a.ts', 'const id = crypto.randomUUID();', 1, 'different every time'],
    ['packages/contract/src/a.ts', 'const zone = process.env;', 1, 'process is read'],
  ],
  kept: [
    [
      'packages/contract/src/a.ts',
      "import { parseDate } from '@internationalized/date';\nnew Date('2026-01-01');",
    ],
    ['packages/contract/src/a.test.ts', "import fc from 'fast-check';\nconst now = new Date();"],
  ],
});

describe('folders are small', () => {
  const filesIn = (folder: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ path: `${folder}/file-${n}.ts`, text: '' }));

  it('in the whole repository', () => {
    expect(report(foldersAreSmall(tree))).toBe('');
  });

  it('and a folder with thirteen files is not', () => {
    const task = `${API}/task`;
    const files = [...filesIn(task, 13), { path: `${task}/task.test.ts`, text: '' }];
    expect(foldersAreSmall(files)).toMatchObject([{ path: task, why: expect.stringContaining('13 files') }]);
    expect(foldersAreSmall(files.slice(1))).toEqual([]);
  });
});

keeps('names tell what is inside', tellingNames, {
  broken: [
    ['packages/db/src/utils.ts', '', undefined, 'utils says nothing'],
    [`${WEB}/ui/helpers/focus.ts`, '', undefined, 'helpers says nothing'],
    [`${WEB}/ui/index.tsx`, '', undefined, 'an index file hides'],
  ],
  kept: [
    [`${WEB}/routes/index.tsx`, ''],
    [`${WEB}/lib/common-day.ts`, ''],
  ],
});

keeps('a router reads as a table of contents', routersAreTables, {
  broken: [
    [`${API}/task/router.ts`, "import { eq } from 'drizzle-orm';", 1, 'imports drizzle-orm'],
    [
      `${API}/task/router.ts`,
      "import type { task } from '@onus/db/schema/task';",
      1,
      'imports @onus/db/schema',
    ],
    [`${API}/task/router.ts`, 'function a() {\n  throw notFound();\n}', 2, 'a router throws'],
    [`${API}/task/router.ts`, 'const a = sql`select 1`;', 1, 'writes SQL'],
    [`${API}/task/router.ts`, `\n${procedure(11)}`, 2, 'this query has 11 lines'],
  ],
  kept: [[`${API}/task/router.ts`, `import { listTasks } from './list.ts';\n${procedure(10)}`]],
});

keeps('SQL belongs in queries and commands', sqlInItsPlace, {
  broken: [
    [`${API}/task/view.ts`, "import { eq } from 'drizzle-orm';", 1, 'not a router, policy or view'],
    [`${API}/core/events.ts`, "import { eq } from 'drizzle-orm';", 1, 'drizzle-orm is imported here'],
    [`${API}/events.ts`, "import { eq } from 'drizzle-orm';", 1, 'drizzle-orm is imported here'],
    [`${API}/root.ts`, "import { task } from '@onus/db/schema/task';", 1, 'SQL belongs in'],
    [`${API}/task/router.ts`, '\nconst rows = ctx.db.select();', 2, 'db.select is used here'],
    ['apps/server/src/cli/commands/admin.ts', 'db.$client.prepare(text);', 1, 'db.$client is used here'],
    ['apps/server/src/app.ts', 'run(sql`select 1`);', 1, 'sql is written here'],
  ],
  kept: [
    [`${API}/task/list.ts`, "import { sql } from 'drizzle-orm';\ndb.select(sql`1`);"],
    [
      `${API}/core/events.ts`,
      "import type { Db } from '@onus/db/open';\nimport type { SQL } from 'drizzle-orm';",
    ],
    [`${API}/task/task.test.ts`, "import { task } from '@onus/db/schema/task';\ndb.insert(task);"],
  ],
});

keeps('the database layer is synchronous', databaseIsSynchronous, {
  broken: [
    [
      `${API}/task/edit.ts`,
      `${SQL}export async function a(db: Db, scope: Scope) {}`,
      2,
      'survive the rollback',
    ],
    [`${API}/task/list.ts`, `${SQL}const a = await hash(password);`, 2, 'await in the database layer'],
    [`${API}/task/policy.ts`, 'ask().then(answer => answer);', 1, '.then() in the database layer'],
  ],
  kept: [
    [`${API}/task/edit.ts`, `${SQL}export function a(db: Db) { return db.transaction(tx => tx.run(b)); }`],
    [`${API}/auth/sign-in.ts`, 'export async function logIn(ctx: Call) { await check(ctx); }'],
    [`${API}/auth/router.ts`, 'r.mutation(async ({ input }) => register(await hash(input.password)))'],
  ],
});

keeps('no transaction is async', noAsyncTransaction, {
  broken: [
    ['packages/db/src/backup.ts', '\ndb.transaction(async tx => save(tx));', 2, 'survive the rollback'],
    [`${API}/task/task.test.ts`, 'db.transaction(async function save() {});', 1, 'survive the rollback'],
    [`${API}/task/edit.ts`, 'atomically(db, async () => save());', 1, 'survive the rollback'],
  ],
  kept: [
    ['packages/db/src/backup.ts', 'db.transaction(tx => save(tx));'],
    [`${API}/task/edit.ts`, 'atomically(db, () => save());'],
  ],
});

keeps('queries and commands take a scope', queriesTakeScope, {
  broken: [
    [`${API}/task/list.ts`, `${SQL}export function listTasks(db: Db) {}`, 2, 'listTasks does not begin'],
    [`${API}/task/list.ts`, `${SQL}export function one(db: Db, id: string) {}`, 2, 'about any household'],
    [`${API}/task/list.ts`, `${SQL}export function one(scope: Scope, db: Db) {}`, 2, 'about any household'],
    [`${API}/task/edit.ts`, `${SQL}function add(db: Db) {}\nexport { add };`, 2, 'add does not begin'],
    [
      `${API}/task/list.ts`,
      `${SQL}export const byId = prepared(db => db.select());`,
      2,
      'exported as a function',
    ],
  ],
  kept: [
    [`${API}/task/list.ts`, `${SQL}export function a(db: Db, scope: Scope) {}\nconst b = prepared(c);`],
    [`${API}/auth/register.ts`, `${SQL}export function a(db: Db, who: Scope | Visitor, input: Login) {}`],
    [
      `${API}/auth/register.ts`,
      `${SQL}export function admin(db: Db, scope: SystemScope) {}\nexport const PAGE = 50;`,
    ],
    [`${API}/task/list.ts`, `${SQL}function inner(tx: Db) {}\nexport type Row = string;`],
    [`${API}/core/sessions/find.ts`, `${SQL}export function sessionOf(db: Db, id: string) {}`],
  ],
});

keeps('procedures reach the database through read and write', databaseThroughAccess, {
  broken: [
    [`${API}/task/router.ts`, 'r.mutation(({ ctx }) => make(ctx.db));', 1, 'at that very moment'],
    [`${API}/auth/sign-in.ts`, 'const a = find(ctx.db, visitor);', 1, 'at that very moment'],
  ],
  kept: [
    [`${API}/task/router.ts`, 'r.mutation(({ ctx }) => ctx.write((db, scope) => make(db, scope)));'],
    [`${API}/core/trpc.ts`, 'const current = sessions.current(ctx.db, id);'],
  ],
});

keeps('scopes are created at the entry points', scopesAreCreated, {
  broken: [
    [`${API}/task/task.test.ts`, 'const scope = { userId } as Scope;', 1, '`as Scope` outside'],
    [`${API}/core/trpc.ts`, '\nconst visitor = <Visitor>guest;', 2, '`as Visitor` outside'],
    [`${API}/task/router.ts`, "import { createScope } from '../core/scope.ts';", 1, 'creates a scope'],
    [`${API}/task/edit.ts`, "import { createScopeFor } from '../core/scope.ts';", 1, 'creates a scope'],
    [`${API}/demo/fill.ts`, "import { createScope } from '../core/scope.ts';", 1, 'creates a scope'],
    ['apps/server/src/context.ts', "import * as scopes from '@onus/api/core/scope';", 1, 'all of scope.ts'],
    [
      'apps/server/src/cli/commands/admin.ts',
      "import { createScope } from '@onus/api/core/scope';",
      1,
      'createScope is imported',
    ],
  ],
  kept: [
    [
      `${API}/core/scope.ts`,
      'export function createScope(caller: Caller) { return caller as unknown as Scope; }',
    ],
    [`${API}/core/trpc.ts`, "import { createScope, createVisitor } from './scope.ts';"],
    [`${API}/task/list.ts`, "import type { Scope } from '../core/scope.ts';"],
    ['apps/server/src/cli/commands/admin.ts', "import { createSystemScope } from '@onus/api/core/scope';"],
    [`${API}/demo/fill.ts`, "import { createScopeFor } from '../core/scope.ts';"],
    [`${API}/transfer/archive/household.ts`, "import { createScopeFor } from '../../core/scope.ts';"],
    [`${API}/testing.ts`, "import { createScope } from './scope.ts';"],
  ],
});

keeps('policies are pure sentences', policiesArePure, {
  broken: [
    [`${API}/task/policy.ts`, "import { db } from '@onus/db/open';", 1, 'a policy imports @onus/db/open'],
    [`${API}/task/policy.ts`, "import { find } from '../people/find.ts';", 1, 'and other policies only'],
    [
      `${API}/task/policy.ts`,
      'export function a() {\n  const b = 1;\n  return b;\n}',
      1,
      'more than one return',
    ],
    [`${API}/task/policy.ts`, 'export function a() {\n  if (b) return c;\n}', 1, 'two rights'],
  ],
  kept: [
    [`${API}/task/policy.ts`, "import { manages } from '../people/policy.ts';"],
    [
      `${API}/task/policy.ts`,
      "import { statusOf } from '@onus/contract/auth/role';\nimport type { Scope } from '../core/scope.ts';\nexport function mayEdit(scope: Scope, row: Row) {\n  return row.creatorId === scope.userId;\n}",
    ],
  ],
});

keeps('TRPCErrors are made at the entry points', trpcErrorsAtEntryPoints, {
  broken: [
    [
      `${API}/task/edit.ts`,
      "import { TRPCError } from '@trpc/server';",
      1,
      'the middleware chain alone translates it',
    ],
    [
      `${REST}/adapter.ts`,
      "import * as trpc from '@trpc/server';",
      1,
      'the middleware chain alone translates it',
    ],
  ],
  kept: [
    [`${API}/core/trpc.ts`, "import { TRPCError } from '@trpc/server';"],
    ['apps/server/src/http/errors.ts', "import { TRPCError } from '@trpc/server';"],
    [`${API}/root.test.ts`, "import { TRPCError } from '@trpc/server';"],
  ],
});

keeps('the domain throws DomainErrors', domainThrowsDomainErrors, {
  broken: [
    [`${API}/task/edit.ts`, "\nthrow new Error('no');", 2, 'other than a DomainError'],
    [`${API}/task/edit.ts`, "throw notFound('task');", 1, 'other than a DomainError'],
    [
      `${API}/core/secrets/passwords.ts`,
      'try { a(); } catch (error) { b(); }\nthrow error;',
      2,
      'other than a DomainError',
    ],
  ],
  kept: [
    [`${API}/task/edit.ts`, "throw new DomainError('NOT_FOUND', 'Task not found');"],
    [`${API}/task/edit.ts`, "import { notFound } from '../errors.ts';\nthrow notFound('task');"],
    [`${API}/task/edit.ts`, 'try { a(); } catch (error) { throw error; }'],
    [`${API}/core/secrets/passwords.ts`, 'function busy(): DomainError { return a; }\nthrow busy();'],
    [`${API}/core/trpc.ts`, 'throw new TRPCError(translated);'],
  ],
});

keeps('some packages have one importer', soleImporters, {
  broken: [
    [`${API}/auth/register.ts`, "import { Lucia } from 'lucia';", 1, 'lucia is imported outside of'],
    [
      `${API}/auth/router.ts`,
      "import { hash } from '@node-rs/argon2';",
      1,
      'packages/api/src/core/secrets/passwords.ts',
    ],
    ['apps/server/src/context.ts', "import { jwtVerify } from 'jose';", 1, 'behind one file'],
    ['apps/server/src/main.ts', "import Database from 'better-sqlite3';", 1, 'packages/db/src'],
    [
      'apps/server/src/services.ts',
      "import { createTransport } from 'nodemailer';",
      1,
      'api/src/core/mail.ts',
    ],
    [
      `${API}/auth/sign-in.ts`,
      "import { RateLimiterMemory } from 'rate-limiter-flexible';",
      1,
      'behind one file',
    ],
    ['apps/server/src/main.ts', "import { Command } from 'commander';", 1, 'apps/server/src/cli'],
  ],
  kept: [
    [`${API}/core/sessions/lucia.ts`, "import { Lucia } from 'lucia';"],
    [`${API}/auth/auth.test.ts`, "import { decodeJwt } from 'jose';"],
    ['packages/db/src/open.ts', "import Database from 'better-sqlite3';"],
  ],
});

keeps('the environment is read once', environmentReadOnce, {
  broken: [
    ['apps/server/src/main.ts', '\nconst port = process.env.PORT;', 2, 'apps/server/src/env.ts'],
    ['apps/server/src/main.ts', 'const { env } = process;', 1, 'apps/server/src/env.ts'],
    [`${API}/core/trpc.ts`, "import { env } from 'node:process';", 1, 'apps/server/src/env.ts'],
  ],
  kept: [
    ['apps/server/src/env.ts', 'export const env = schema.parse(process.env);'],
    ['apps/web/vite.config.ts', 'const port = process.env.PORT;'],
    ['apps/proof/src/lib/chromium.ts', 'const path = process.env.PATH;'],
    ['apps/server/scripts/build.ts', 'spawn(command, { env: process.env });'],
    ['apps/server/src/main.ts', "process.on('SIGTERM', stop);"],
  ],
});

keeps('REST decides nothing', restDecidesNothing, {
  broken: [
    [`${REST}/tasks.ts`, '', undefined, 'and tests only'],
    [`${REST}/routes.ts`, "import { task } from '@onus/db/schema/task';", 1, 'is imported here'],
    [`${REST}/routes.ts`, "import { mayEdit } from '@onus/api/task/policy';", 1, 'is imported here'],
    [`${REST}/adapter.ts`, "\nthrow new DomainError('FORBIDDEN', 'No');", 2, 'a DomainError is made here'],
    [`${REST}/adapter.ts`, "throw new DomainError('BAD_REQUEST', 'No');", 1, 'a DomainError is made here'],
    [`${REST}/request.ts`, "throw new DomainError('FORBIDDEN', 'No');", 1, 'a DomainError is made here'],
  ],
  kept: [
    [
      `${REST}/adapter.ts`,
      "import { DomainError } from '@onus/api/core/errors';\nerror instanceof DomainError;",
    ],
    [`${REST}/rest.test.ts`, "import { testDb } from '@onus/db/testing';"],
  ],
});

keeps('files are small', filesAreSmall, {
  broken: [[`${API}/a.ts`, 'a();\n'.repeat(251), undefined, '251 lines']],
  kept: [
    [`${API}/a.ts`, 'a();\n'.repeat(250)],
    [`${API}/a.test.ts`, 'a();\n'.repeat(400)],
    [`${WEB}/routeTree.gen.ts`, 'a();\n'.repeat(400)],
  ],
});

keeps('most files are short', filesAreShort, {
  broken: [[`${API}/a.ts`, 'a();\n'.repeat(81), undefined, '81 lines']],
  kept: [
    [`${API}/a.ts`, 'a();\n'.repeat(200)],
    [`${API}/b.ts`, 'a();\n'.repeat(80)],
    [`${API}/c.ts`, 'a();\n'],
  ],
});

keeps('exported functions stand first', exportedFirst, {
  broken: [[`${API}/a.ts`, 'const c = 1;\nfunction a() {}\nexport function b() {}', 2, 'a stands before']],
  kept: [[`${API}/a.ts`, 'const c = 1;\nexport function b() {}\nfunction a() {}\nexport function d() {}']],
});

keeps('functions are declared', functionsAreDeclared, {
  broken: [
    [`${API}/a.ts`, '\nexport const a = () => 1;', 2, 'kept in a variable'],
    [`${API}/a.ts`, 'const a = function () {} as Handler;', 1, 'kept in a variable'],
  ],
  kept: [[`${API}/a.ts`, 'export const a = memo(() => 1);\nfunction b() { const c = () => 2; }']],
});

keeps('there are no barrels', noBarrels, {
  broken: [
    [`${API}/a.ts`, "export * from './b.ts';\nexport type { C } from './c.ts';", undefined, 'a barrel'],
    [`${API}/a.ts`, "import { b } from './b.ts';\nexport { b };", undefined, 'a barrel'],
  ],
  kept: [
    [`${API}/a.ts`, "import { b } from './b.ts';\nexport const c = b;"],
    [`${WEB}/main.tsx`, "import './styles.css';"],
  ],
});

keeps('every file can be parsed', everyFileIsLegible, {
  broken: [[`${API}/a.ts`, 'function {', undefined, 'no rule can check it']],
  kept: [[`${API}/a.ts`, '// Nothing here yet.']],
});

keeps('a suppression says why', suppressionsSayWhy, {
  broken: [
    [`${API}/a.ts`, '\n// biome-ignore lint/a11y/noAutofocus: needed', 2, 'without a reason'],
    [`${WEB}/a.css`, '/* biome-ignore lint/a/b: legacy */', 1, 'without a reason'],
    [`${API}/a.ts`, '/* @ts-expect-error wrong types */', 1, 'without a reason'],
    [`${API}/a.ts`, '// @ts-ignore because the types of it are wrong', 1, '@ts-ignore hides errors'],
    [`${API}/a.ts`, '// @ts-nocheck', 1, '@ts-nocheck hides errors'],
  ],
  kept: [
    [`${WEB}/a.tsx`, '// biome-ignore lint/a11y/noAutofocus: the dialog has nothing else to focus'],
    [`${API}/a.ts`, "// @ts-expect-error the field is left out on purpose\nconst a = '// @ts-ignore';"],
  ],
});

keeps('there are no mocks', noMocks, {
  broken: [
    [`${API}/a.test.ts`, "\nvi.mock('./b.ts');", 2, 'vi.mock is a mock'],
    [`${API}/a.test.ts`, "vi.spyOn(console, 'log');", 1, 'vi.spyOn is a mock'],
    [`${API}/a.test.ts`, 'const a = jest.fn();', 1, 'jest.fn is a mock'],
    [`${WEB}/a.test.ts`, "import { http } from 'msw';", 1, 'msw is a mock'],
  ],
  kept: [[`${API}/a.test.ts`, "vi.useFakeTimers();\nconst a = 'vi.mock';"]],
});

keeps('every test runs', everyTestRuns, {
  broken: [
    [`${API}/a.test.ts`, "\nit.skip('a', b);", 2, 'it.skip leaves tests out'],
    [`${API}/a.test.ts`, "describe.only('a', b);", 1, 'describe.only'],
    ['apps/web/e2e/a.test.ts', "test.describe.fixme('a', b);", 1, 'test.describe.fixme'],
    [`${API}/a.test.ts`, "it.todo('a');", 1, 'it.todo'],
  ],
  kept: [[`${API}/a.test.ts`, "it.each(rows)('a', b);\npage.only;"]],
});

keeps('colours stand in one place', coloursInOnePlace, {
  broken: [
    [`${WEB}/ui/a.tsx`, "\nconst a = '#fff';", 2, 'the colour #fff'],
    [`${WEB}/ui/a.tsx`, 'const a = <p className="bg-[#aabbcc]" />;', 1, 'the colour #aabbcc'],
    [`${WEB}/features/manager/chart.tsx`, 'const a = `rgb(9, 0, 0)`;', 1, 'the colour rgb('],
    [`${WEB}/ui/a.css`, '/* #fff */\np { color: oklch(0.5 0 0); }', 2, 'the colour oklch('],
  ],
  kept: [
    [`${WEB}/styles.css`, ':root { --ink: #123456; }'],
    [`${WEB}/ui/a.tsx`, 'const a = <a href="#add" style={{ fill: "var(--ink)" }}>#1</a>;'],
    [`${WEB}/ui/b.tsx`, "class A { #abc = 'url(#fade)'; }"],
  ],
});

keeps('the top level is closed', topLevelIsClosed, {
  broken: [
    ['Makefile', '', undefined, 'the top level, which shows the architecture'],
    ['Dockerfile', '', undefined, 'the top level, which shows the architecture'],
  ],
  kept: [
    ['.gitignore', ''],
    ['docs/decisions/0001-sqlite.md', ''],
    ['knip.json', ''],
  ],
});

/** A procedure with this many lines. */
function procedure(lines: number): string {
  return `r.query(({ ctx }) =>${'\n'.repeat(lines - 1)} list(ctx.db, ctx.scope))`;
}

/** Runs a rule on the repository, on files that break it, and on files that keep it. */
function keeps(name: string, rule: Rule, { broken, kept }: { broken: Broken[]; kept: Kept[] }): void {
  describe(name, () => {
    it('in the whole repository', () => {
      expect(report(rule(tree))).toBe('');
    });

    it.each(broken)('and reports %s: %j', (path, text, line, says) => {
      const why = expect.stringContaining(says);
      expect(rule([{ path, text }])).toEqual([line === undefined ? { path, why } : { path, line, why }]);
    });

    it('and allows files that keep the rule', () => {
      expect(report(rule(kept.map(([path, text]) => ({ path, text }))))).toBe('');
    });
  });
}
