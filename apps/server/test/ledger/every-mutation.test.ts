import { OPERATIONS_HEADER } from '@onus/contract/operation/headers';
import { savedRows } from '@onus/db/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Furnished, furnish } from '../rights/furnish.ts';
import { RIGHTS, verdictOf } from '../rights/matrix.ts';
import { CALLERS, type Caller, TARGETS } from '../rights/rule.ts';
import { operationMade, startServer, type TestServer } from '../server.ts';
import { WITH_OPERATION, WITHOUT_OPERATION } from './mutations.ts';

/** Every mutation of every router, sent with an operation id: called by a person who may, where there is one. */

let server: TestServer;
let world: Furnished;
let putBack: () => void;

beforeAll(async () => {
  server = await startServer();
  world = await furnish(server);
  putBack = savedRows(server.services.db);
}, 60_000);
afterEach(() => putBack());
afterAll(() => server.close());

interface Call {
  who: Caller;
  body: object;
}

/** A call that is heard; where none is, one that is refused. */
function callOf(path: string): Call {
  const rule = RIGHTS[path];
  if (!rule) throw new Error(`${path} has no rule`);
  const all = CALLERS.flatMap(who => TARGETS.map(target => ({ who, target })));
  const { who, target } = all.find(one => verdictOf(rule, one.who, one.target) === 200) ?? {
    who: 'manager',
    target: 'own',
  };
  return { who, body: rule.input?.(world.ids[who][target]) ?? {} };
}

async function send(path: string, { who, body }: Call, op?: string) {
  const headers = op ? { [OPERATIONS_HEADER]: op } : {};
  const token = world.tokens[who] ?? '';
  const { status, body: answer } = await server.send('POST', `/trpc/${path}`, { token, body, headers });
  return { status, answer };
}

/** All rows of all tables. What is refused is written to the audit log, and who is there to their session. */
function rows(): string {
  const { $client: client } = server.services.db;
  const names = client
    .prepare(
      "select name from sqlite_master where type = 'table' and name not in ('audit', 'session') and name not like '%\\_words%' escape '\\' order by 1",
    )
    .pluck()
    .all();
  return JSON.stringify(names.map(name => [name, client.prepare(`select * from "${name}"`).all()]));
}

/** How many rows each table has: ids and times differ from run to run. */
function counts(): Record<string, number> {
  const tables = JSON.parse(rows()) as [string, unknown[]][];
  return Object.fromEntries(tables.map(([name, all]) => [name, all.length]));
}

describe.each(WITH_OPERATION)('%s', path => {
  test('sent twice with one operation id has one effect and one verdict', async () => {
    const [call, op] = [callOf(path), operationMade()];
    const first = await send(path, call, op);
    expect(first.status).toBeLessThan(500);
    const after = rows();
    const second = await send(path, call, op);
    expect(second).toEqual(first);
    expect(rows()).toBe(after);
  });

  test('whichever commit fails, there is no verdict, and the next try applies it once', async () => {
    const call = callOf(path);
    const undisturbed = await send(path, call, operationMade());
    const expected = counts();
    expect(expected.applied_op).toBe(1);
    for (let [n, hasFailed] = [1, true]; hasFailed; n++) {
      putBack();
      const op = operationMade();
      const broken = breakCommit(server, n);
      let tried = await send(path, call, op);
      hasFailed = broken.hasFailed();
      if (n === 1) expect(tried.status).toBe(503);
      for (let tries = 0; tried.status === 503 && tries < 5; tries++) {
        expect(server.services.db.$client.prepare('select count(*) from applied_op').pluck().get()).toBe(0);
        tried = await send(path, call, op);
      }
      broken.mend();
      expect(tried.status).toBe(undisturbed.status);
      expect(await send(path, call, op)).toEqual(tried);
      expect(counts()).toEqual(expected);
    }
  });
});

test.each(WITHOUT_OPERATION)('%s takes no operation id', async path => {
  const before = rows();
  const { status, answer } = await send(path, callOf(path), operationMade());
  expect(status).toBe(400);
  expect(answer.error.message).toContain('This call takes no operation id');
  expect(rows()).toBe(before);
});

test('control: without operation ids, calls that are sent twice have two effects or two verdicts', async () => {
  const doubled: string[] = [];
  for (const path of WITH_OPERATION) {
    const call = callOf(path);
    const first = await send(path, call);
    const after = rows();
    const second = await send(path, call);
    if (rows() !== after || second.status !== first.status) doubled.push(path);
    putBack();
  }
  expect(doubled).toEqual(
    expect.arrayContaining([
      'grocery.create',
      'task.create',
      'grocery.adjust',
      'grocery.delete',
      'chat.send',
    ]),
  );
});

/** The n-th commit from now on fails as on a full disk. */
function breakCommit({ services }: TestServer, n: number) {
  const { $client: client } = services.db;
  const exec = client.exec.bind(client);
  let commits = 0;
  client.exec = sql => {
    if (sql !== 'commit' || ++commits !== n) return exec(sql);
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  };
  function mend(): void {
    client.exec = exec;
  }
  return { mend, hasFailed: () => commits >= n };
}
