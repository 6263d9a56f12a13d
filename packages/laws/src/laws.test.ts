import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cliOutputIsEscaped } from './cli-output.ts';
import { coloursInOnePlace } from './colours.ts';
import { contractIsPure } from './contract-purity.ts';
import { domainThrowsDomainErrors, trpcErrorsAtTheDoors } from './domain-errors.ts';
import { everyFileIsLegible, exportedFirst, functionsAreDeclared, noBarrels } from './file-shape.ts';
import { filesAreShort, filesAreSmall } from './file-size.ts';
import {
  oneDirection,
  onlyTheTypeOfTheRouter,
  relativeImportsStayHome,
  testingStaysInTests,
} from './import-direction.ts';
import { nounFolders, tellingNames } from './noun-folders.ts';
import { policiesArePure } from './policies.ts';
import { everyTestRuns, noMocks } from './real-parts.ts';
import { restDecidesNothing } from './rest-decides-nothing.ts';
import { routersAreTables } from './routers.ts';
import { databaseThroughAccess, queriesTakeScope, scopesAreMinted } from './scopes.ts';
import { environmentReadOnce, soleImporters } from './sole-importers.ts';
import { type Law, readTree, report } from './source.ts';
import { sqlInItsPlace } from './sql-places.ts';
import { suppressionsSayWhy } from './suppressions.ts';
import { databaseIsSynchronous, noAsyncTransaction } from './synchronous.ts';
import { topLevelIsClosed } from './top-level.ts';
import { webLayers } from './web-layers.ts';

/** A file that breaks the law once: path, text, line of the breach, and a piece of what is said about it. */
type Broken = [path: string, text: string, line: number | undefined, says: string];
type Kept = [path: string, text: string];

const API = 'packages/api/src';
const WEB = 'apps/web/src';
const REST = 'apps/server/src/rest';

const tree = readTree(fileURLToPath(new URL('../../..', import.meta.url)));

it('reads the repository', () => {
  const paths = tree.map(({ path }) => path);
  expect(paths).toContain('biome.json');
  expect(paths).toContain('packages/laws/src/laws.test.ts');
  expect(paths.filter(path => /node_modules|\.gen\.ts$|^\.git\//.test(path))).toEqual([]);
});

keeps('commands print through say.ts', cliOutputIsEscaped, {
  broken: [
    ['apps/server/src/cli/link.ts', 'process.stdout.write(name);', 1, 'could forge a line'],
    [
      'apps/server/src/cli/checks/data.ts',
      'const a = 1;\nprocess.stderr.write(name);',
      2,
      'could forge a line',
    ],
    ['apps/server/src/cli/admin.ts', 'console.log(name);', 1, 'console.log is used here'],
  ],
  kept: [
    ['apps/server/src/cli/say.ts', 'process.stdout.write(line);'],
    ['apps/server/src/cli/cli.test.ts', 'process.stdout.write(line);'],
    ['apps/server/src/main.ts', 'process.stdout.write(line);'],
  ],
});

keeps('imports go one way', oneDirection, {
  broken: [
    ['packages/contract/src/task.ts', "import { task } from '@onus/db/schema/task';", 1, 'contract ← db'],
    [
      'packages/db/src/open.ts',
      "export const a = 1;\nexport * from '@onus/api/root';",
      2,
      'packages/db imports',
    ],
    [`${API}/root.ts`, "import type { Env } from '@onus/server/env';", 1, 'one way only'],
    [`${API}/root.test.ts`, "import { createApp } from '@onus/server/app';", 1, 'one way only'],
    [`${WEB}/main.tsx`, "const db = await import('@onus/db/open');", 1, 'apps/web imports @onus/db/open'],
    ['apps/server/src/app.ts', "import { Button } from '@onus/web/ui/button';", 1, 'one way only'],
    ['apps/server/src/main.ts', "import { dice } from '@onus/proof/figures';", 1, 'one way only'],
  ],
  kept: [
    ['packages/db/src/schema/task.ts', "import { RECURRENCE_TYPES } from '@onus/contract/recurrence';"],
    [
      'apps/server/src/main.ts',
      "import { openDb } from '@onus/db/open';\nimport { a } from '@onus/api/root';",
    ],
    ['apps/web/e2e/live.ts', "import { start } from '@onus/server/testing';"],
    ['apps/proof/src/trust/rights.ts', "import { RIGHTS } from '@onus/server/rights-matrix';"],
  ],
});

keeps('web takes one type from the api', onlyTheTypeOfTheRouter, {
  broken: [
    [
      `${WEB}/trpc.ts`,
      "import { appRouter } from '@onus/api/root';",
      1,
      'pulls server code into the browser',
    ],
    [`${WEB}/trpc.ts`, "import { type AppRouter } from '@onus/api/root';", 1, 'an inline `type` too'],
    [`${WEB}/lib/row.ts`, "type Row = import('@onus/api/task/queries').Row;", 1, 'import type { AppRouter }'],
  ],
  kept: [[`${WEB}/trpc.ts`, "import type { AppRouter } from '@onus/api/root';"]],
});

keeps('relative imports stay in their package', relativeImportsStayHome, {
  broken: [
    [`${API}/trpc.ts`, "import { openDb } from '../../db/src/open.ts';", 1, 'leaves packages/api'],
    [`${WEB}/main.tsx`, "import { cx } from '@/lib/cx.ts';", 1, 'is an alias'],
  ],
  kept: [[`${API}/task/router.ts`, "import { z } from 'zod';\nimport { procedure } from '../trpc.ts';"]],
});

keeps('what tests use stays in tests', testingStaysInTests, {
  broken: [
    ['apps/server/src/cli/demo.ts', "import { testDb } from '@onus/db/testing';", 1, 'outside of tests'],
    [`${API}/root.ts`, "import { callers } from './testing.ts';", 1, 'outside of tests'],
  ],
  kept: [
    [`${API}/task/task.test.ts`, "import { callers } from '../testing.ts';"],
    [`${API}/testing.ts`, "import { testDb } from '@onus/db/testing';"],
    ['apps/proof/src/trust/crash.ts', "import { testDb } from '@onus/db/testing';"],
  ],
});

keeps('web: routes → features → ui → lib', webLayers, {
  broken: [
    [`${WEB}/lib/day.ts`, "import { Button } from '../ui/button.tsx';", 1, 'lib imports ui'],
    [`${WEB}/ui/button.tsx`, "import { trpc } from '../trpc.ts';", 1, 'ui imports shared'],
    [`${WEB}/features/task/card.tsx`, "import { Route } from '../../routes/index.tsx';", 1, 'imports routes'],
    [
      `${WEB}/features/task/card.tsx`,
      "import { a } from '../chat/thread.tsx';",
      1,
      'a feature imports another',
    ],
    [`${WEB}/live.ts`, "import { TaskCard } from './features/task/card.tsx';", 1, 'shared imports features'],
    [`${WEB}/routes/index.tsx`, "import { router } from '../router.tsx';", 1, 'routes imports shell'],
    [`${WEB}/hooks/use-day.ts`, 'export const a = 1;', undefined, 'no folder hooks'],
  ],
  kept: [
    [`${WEB}/router.tsx`, "import { routeTree } from './routeTree.gen.ts';\nimport './styles.css';"],
    [`${WEB}/routes/__root.tsx`, "import type { RouterContext } from '../router.tsx';"],
    [`${WEB}/routes/index.tsx`, "import { TaskList } from '../features/task/task-list.tsx';"],
    [
      `${WEB}/features/task/card.tsx`,
      "import { trpc } from '../../trpc.ts';\nimport { a } from './row.tsx';",
    ],
    [`${WEB}/ui/dialog.tsx`, "import { Button } from './button.tsx';\nimport { cx } from '../lib/cx.ts';"],
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

keeps('a noun has five kinds of file', nounFolders, {
  broken: [
    [`${API}/task/recurrence.ts`, '', undefined, 'a noun of its own'],
    [`${API}/task/commands/create.ts`, '', undefined, 'nothing else'],
    [`${API}/chore/router.ts`, '', undefined, 'chore is no noun'],
    [`${API}/session/router.ts`, '', undefined, 'nothing else'],
    [`${API}/auth/lucia.ts`, '', undefined, 'nothing else'],
  ],
  kept: [
    [`${API}/task/router.ts`, ''],
    [`${API}/task/task-recurrence.test.ts`, ''],
    [`${API}/session/lucia.ts`, ''],
    [`${API}/trpc.ts`, ''],
  ],
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
  kept: [[`${API}/task/router.ts`, `import { listTasks } from './queries.ts';\n${procedure(10)}`]],
});

keeps('SQL stands in queries and commands', sqlInItsPlace, {
  broken: [
    [`${API}/events.ts`, "import { eq } from 'drizzle-orm';", 1, 'drizzle-orm is imported here'],
    [`${API}/root.ts`, "import { task } from '@onus/db/schema/task';", 1, 'SQL stands in'],
    [`${API}/task/router.ts`, '\nconst rows = ctx.db.select();', 2, 'db.select is used here'],
    ['apps/server/src/cli/admin.ts', 'db.$client.prepare(text);', 1, 'db.$client is used here'],
    ['apps/server/src/app.ts', 'run(sql`select 1`);', 1, 'sql is written here'],
  ],
  kept: [
    [`${API}/task/queries.ts`, "import { sql } from 'drizzle-orm';\ndb.select(sql`1`);"],
    [`${API}/events.ts`, "import type { Db } from '@onus/db/open';\nimport type { SQL } from 'drizzle-orm';"],
    [`${API}/task/task.test.ts`, "import { task } from '@onus/db/schema/task';\ndb.insert(task);"],
  ],
});

keeps('the database layer is synchronous', databaseIsSynchronous, {
  broken: [
    [
      `${API}/task/commands.ts`,
      'export async function a(db: Db, scope: Scope) {}',
      1,
      'survives the rollback',
    ],
    [`${API}/task/queries.ts`, '\nconst a = await hash(password);', 2, 'await in the database layer'],
    [`${API}/task/policy.ts`, 'ask().then(answer => answer);', 1, '.then() in the database layer'],
  ],
  kept: [
    [`${API}/task/commands.ts`, 'export function a(db: Db) { return db.transaction(tx => tx.run(b)); }'],
    [`${API}/auth/router.ts`, 'r.mutation(async ({ input }) => register(await hash(input.password)))'],
  ],
});

keeps('no transaction is async', noAsyncTransaction, {
  broken: [
    ['packages/db/src/backup.ts', '\ndb.transaction(async tx => save(tx));', 2, 'survives the rollback'],
    [`${API}/task/task.test.ts`, 'db.transaction(async function save() {});', 1, 'survives the rollback'],
  ],
  kept: [['packages/db/src/backup.ts', 'db.transaction(tx => save(tx));']],
});

keeps('queries and commands take a scope', queriesTakeScope, {
  broken: [
    [`${API}/task/queries.ts`, '\nexport function listTasks(db: Db) {}', 2, 'listTasks does not begin'],
    [`${API}/task/queries.ts`, 'export function one(db: Db, id: string) {}', 1, 'about any household'],
    [`${API}/task/queries.ts`, 'export function one(scope: Scope, db: Db) {}', 1, 'about any household'],
    [`${API}/task/commands.ts`, 'function add(db: Db) {}\nexport { add };', 1, 'add does not begin'],
    [
      `${API}/task/queries.ts`,
      'export const byId = prepared(db => db.select());',
      1,
      'exported as a function',
    ],
  ],
  kept: [
    [`${API}/task/queries.ts`, 'export function a(db: Db, scope: Scope) {}\nconst b = prepared(c);'],
    [`${API}/auth/commands.ts`, 'export function a(db: Db, who: Scope | Visitor, input: Login) {}'],
    [
      `${API}/auth/commands.ts`,
      'export function admin(db: Db, scope: SystemScope) {}\nexport const PAGE = 50;',
    ],
    [`${API}/task/commands.ts`, 'function inner(tx: Db) {}\nexport type Row = string;'],
    [`${API}/session/queries.ts`, 'export function sessionOf(db: Db, id: string) {}'],
  ],
});

keeps('procedures reach the database through read and write', databaseThroughAccess, {
  broken: [
    [`${API}/task/router.ts`, 'r.mutation(({ ctx }) => make(ctx.db));', 1, 'at that very moment'],
    [`${API}/sign-in.ts`, 'const a = find(ctx.db, visitor);', 1, 'at that very moment'],
  ],
  kept: [
    [`${API}/task/router.ts`, 'r.mutation(({ ctx }) => ctx.write((db, scope) => make(db, scope)));'],
    [`${API}/trpc.ts`, 'const current = sessions.current(ctx.db, id);'],
  ],
});

keeps('scopes are minted at the doors', scopesAreMinted, {
  broken: [
    [`${API}/task/task.test.ts`, 'const scope = { userId } as Scope;', 1, '`as Scope` outside'],
    [`${API}/trpc.ts`, '\nconst visitor = <Visitor>guest;', 2, '`as Visitor` outside'],
    [`${API}/task/router.ts`, "import { mintScope } from '../scope.ts';", 1, 'says who asks'],
    [`${API}/task/commands.ts`, "import { mintScopeFor } from '../scope.ts';", 1, 'says who asks'],
    [`${API}/demo/commands.ts`, "import { mintScope } from '../scope.ts';", 1, 'says who asks'],
    ['apps/server/src/context.ts', "import * as scopes from '@onus/api/scope';", 1, 'all of scope.ts'],
    [
      'apps/server/src/cli/admin.ts',
      "import { mintScope } from '@onus/api/scope';",
      1,
      'mintScope is imported',
    ],
  ],
  kept: [
    [`${API}/scope.ts`, 'export function mintScope(caller: Caller) { return caller as unknown as Scope; }'],
    [`${API}/trpc.ts`, "import { mintScope, mintVisitor } from './scope.ts';"],
    [`${API}/task/queries.ts`, "import type { Scope } from '../scope.ts';"],
    ['apps/server/src/cli/admin.ts', "import { mintSystemScope } from '@onus/api/scope';"],
    [`${API}/demo/commands.ts`, "import { mintScopeFor } from '../scope.ts';"],
    [`${API}/testing.ts`, "import { mintScope } from './scope.ts';"],
  ],
});

keeps('policies are pure sentences', policiesArePure, {
  broken: [
    [`${API}/task/policy.ts`, "import { db } from '@onus/db/open';", 1, 'a policy imports @onus/db/open'],
    [
      `${API}/task/policy.ts`,
      'export function a() {\n  const b = 1;\n  return b;\n}',
      1,
      'more than one return',
    ],
    [`${API}/task/policy.ts`, 'export function a() {\n  if (b) return c;\n}', 1, 'two rights'],
  ],
  kept: [
    [
      `${API}/task/policy.ts`,
      "import { statusOf } from '@onus/contract/role';\nimport type { Scope } from '../scope.ts';\nexport function mayEdit(scope: Scope, row: Row) {\n  return row.creatorId === scope.userId;\n}",
    ],
  ],
});

keeps('TRPCErrors are made at the doors', trpcErrorsAtTheDoors, {
  broken: [
    [
      `${API}/task/commands.ts`,
      "import { TRPCError } from '@trpc/server';",
      1,
      'the ladder alone translates it',
    ],
    [`${REST}/adapter.ts`, "import * as trpc from '@trpc/server';", 1, 'the ladder alone translates it'],
  ],
  kept: [
    [`${API}/trpc.ts`, "import { TRPCError } from '@trpc/server';"],
    ['apps/server/src/doors/http.ts', "import { TRPCError } from '@trpc/server';"],
    [`${API}/root.test.ts`, "import { TRPCError } from '@trpc/server';"],
  ],
});

keeps('the domain throws DomainErrors', domainThrowsDomainErrors, {
  broken: [
    [`${API}/task/commands.ts`, "\nthrow new Error('no');", 2, 'other than a DomainError'],
    [`${API}/task/commands.ts`, "throw notFound('task');", 1, 'other than a DomainError'],
    [
      `${API}/passwords.ts`,
      'try { a(); } catch (error) { b(); }\nthrow error;',
      2,
      'other than a DomainError',
    ],
  ],
  kept: [
    [`${API}/task/commands.ts`, "throw new DomainError('NOT_FOUND', 'Task not found');"],
    [`${API}/task/commands.ts`, "import { notFound } from '../errors.ts';\nthrow notFound('task');"],
    [`${API}/task/commands.ts`, 'try { a(); } catch (error) { throw error; }'],
    [`${API}/passwords.ts`, 'function busy(): DomainError { return a; }\nthrow busy();'],
    [`${API}/trpc.ts`, 'throw new TRPCError(translated);'],
  ],
});

keeps('some packages have one importer', soleImporters, {
  broken: [
    [`${API}/auth/commands.ts`, "import { Lucia } from 'lucia';", 1, 'lucia is imported outside of'],
    [`${API}/auth/router.ts`, "import { hash } from '@node-rs/argon2';", 1, 'packages/api/src/passwords.ts'],
    ['apps/server/src/context.ts', "import { jwtVerify } from 'jose';", 1, 'behind one door'],
    ['apps/server/src/main.ts', "import Database from 'better-sqlite3';", 1, 'packages/db/src'],
    ['apps/server/src/services.ts', "import { createTransport } from 'nodemailer';", 1, 'api/src/mail.ts'],
    [`${API}/sign-in.ts`, "import { RateLimiterMemory } from 'rate-limiter-flexible';", 1, 'behind one door'],
    ['apps/server/src/main.ts', "import { Command } from 'commander';", 1, 'apps/server/src/cli'],
  ],
  kept: [
    [`${API}/session/lucia.ts`, "import { Lucia } from 'lucia';"],
    [`${API}/auth/auth.test.ts`, "import { decodeJwt } from 'jose';"],
    ['packages/db/src/open.ts', "import Database from 'better-sqlite3';"],
  ],
});

keeps('the environment is read once', environmentReadOnce, {
  broken: [
    ['apps/server/src/main.ts', '\nconst port = process.env.PORT;', 2, 'apps/server/src/env.ts'],
    ['apps/server/src/main.ts', 'const { env } = process;', 1, 'apps/server/src/env.ts'],
    [`${API}/trpc.ts`, "import { env } from 'node:process';", 1, 'apps/server/src/env.ts'],
  ],
  kept: [
    ['apps/server/src/env.ts', 'export const env = schema.parse(process.env);'],
    ['apps/web/vite.config.ts', 'const port = process.env.PORT;'],
    ['apps/proof/src/chromium.ts', 'const path = process.env.PATH;'],
    ['apps/server/src/main.ts', "process.on('SIGTERM', stop);"],
  ],
});

keeps('REST decides nothing', restDecidesNothing, {
  broken: [
    [`${REST}/tasks.ts`, '', undefined, 'and tests only'],
    [`${REST}/routes.ts`, "import { task } from '@onus/db/schema/task';", 1, 'is imported here'],
    [`${REST}/routes.ts`, "import { mayEdit } from '@onus/api/task/policy';", 1, 'is imported here'],
    [`${REST}/adapter.ts`, "\nthrow new DomainError('FORBIDDEN', 'No');", 2, 'a DomainError is made here'],
  ],
  kept: [
    [`${REST}/adapter.ts`, "import { DomainError } from '@onus/api/errors';\nerror instanceof DomainError;"],
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
  broken: [[`${API}/a.ts`, 'function {', undefined, 'no law sees anything']],
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
    ['Makefile', '', undefined, 'the plan of the house'],
    ['Dockerfile', '', undefined, 'the plan of the house'],
  ],
  kept: [
    ['.gitignore', ''],
    ['docs/decisions/0001-sqlite.md', ''],
    ['knip.json', ''],
  ],
});

/** A procedure of so many lines. */
function procedure(lines: number): string {
  return `r.query(({ ctx }) =>${'\n'.repeat(lines - 1)} list(ctx.db, ctx.scope))`;
}

/** Runs a law over the repository, over files that break it, and over files that keep it. */
function keeps(name: string, law: Law, { broken, kept }: { broken: Broken[]; kept: Kept[] }): void {
  describe(name, () => {
    it('in the whole repository', () => {
      expect(report(law(tree))).toBe('');
    });

    it.each(broken)('and not in %s: %j', (path, text, line, says) => {
      const why = expect.stringContaining(says);
      expect(law([{ path, text }])).toEqual([line === undefined ? { path, why } : { path, line, why }]);
    });

    it('and in files like those we want', () => {
      expect(report(law(kept.map(([path, text]) => ({ path, text }))))).toBe('');
    });
  });
}
