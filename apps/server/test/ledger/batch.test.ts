import { randomUUID } from 'node:crypto';
import { CONTRACT, CONTRACT_HEADER, EPOCH_HEADER, OPERATIONS_HEADER } from '@onus/contract/operation/headers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operationMade, signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
let ana: Awaited<ReturnType<typeof signUp>>;
let ben: Awaited<ReturnType<typeof signUp>>;

beforeAll(async () => {
  server = await startServer();
  [ana, ben] = [await signUp(server, 'Ana'), await signUp(server, 'Ben')];
});
beforeEach(() => server.services.db.$client.exec('delete from grocery_item; delete from applied_op'));
afterAll(() => server.close());

type Call = [path: string, input: object];

function add(name: string): Call {
  return ['grocery.create', { name }];
}

async function batch(calls: Call[], ops: string | (string | null)[] | null, token = ana.token) {
  const names = calls.map(([path]) => path).join();
  const header = ops && (typeof ops === 'string' ? ops : ops.join());
  const answer = await server.send('POST', `/trpc/${names}?batch=1`, {
    token,
    body: Object.fromEntries(calls.map(([, input], place) => [place, input])),
    headers: header === null ? {} : { [OPERATIONS_HEADER]: header },
  });
  const verdicts = [answer.body]
    .flat()
    .map(({ result, error }) => (result ? result.data?.name : [error.data.reason, error.data.httpStatus]));
  return { ...answer, verdicts };
}

/** Milk, tea and so on, in the order in which the server made them. */
function listed(): unknown[] {
  return server.services.db.$client.prepare('select name from grocery_item order by rowid').pluck().all();
}

/** The n-th commit from now on fails as on a full disk. */
function breakCommit(n: number): void {
  const { $client: client } = server.services.db;
  const exec = client.exec.bind(client);
  let commits = 0;
  client.exec = sql => {
    if (sql !== 'commit' || ++commits < n) return exec(sql);
    client.exec = exec;
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  };
}

test('a batch that names operations runs in its order, and its response names the contract and the epoch', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `Item ${n}`);
  const ops = names.map(() => operationMade());
  const { verdicts, headers } = await batch(names.map(add), ops);
  expect(verdicts).toEqual(names);
  expect(listed()).toEqual(names);
  expect(headers.get(CONTRACT_HEADER)).toBe(String(CONTRACT));
  expect(headers.get(EPOCH_HEADER)).toMatch(/^[\da-f]{32}$/);
  // Sent again, as after a lost response.
  expect((await batch(names.map(add), ops)).verdicts).toEqual(names);
  expect(listed()).toEqual(names);
});

test('the first call without a verdict stops the batch: the rest is not tried, and can be sent again', async () => {
  const calls = ['Milk', 'Tea', 'Rice', 'Salt'].map(add);
  const ops = calls.map(() => operationMade());
  breakCommit(2);
  const stopped = await batch(calls, ops);
  expect(stopped.verdicts).toEqual([
    'Milk',
    ['SERVICE_UNAVAILABLE', 503],
    ['NOT_TRIED', 425],
    ['NOT_TRIED', 425],
  ]);
  expect(listed()).toEqual(['Milk']);
  expect((await batch(calls, ops)).verdicts).toEqual(['Milk', 'Tea', 'Rice', 'Salt']);
  expect(listed()).toEqual(['Milk', 'Tea', 'Rice', 'Salt']);
});

test('without the header one call does not wait for another', async () => {
  breakCommit(1);
  const { verdicts } = await batch([add('Milk'), add('Tea')], null);
  expect(verdicts).not.toContainEqual(['NOT_TRIED', 425]);
});

test('an expired token is no verdict on any of its operations', async () => {
  const ops = [operationMade(), operationMade()];
  const calls = [add('Milk'), add('Tea')];
  const { verdicts } = await batch(calls, ops, 'rubbish');
  expect(verdicts).toEqual([
    ['TOKEN_INVALID', 403],
    ['NOT_TRIED', 425],
  ]);
  expect((await batch(calls, ops)).verdicts).toEqual(['Milk', 'Tea']);
});

test('only the operation is refused that cannot be read, is too old, unknown or another person’s', async () => {
  const theirs = operationMade();
  await batch([add('Bread')], [theirs], ben.token);
  const old = operationMade(Date.now() - 91 * 86_400_000);
  const calls: Call[] = [
    add('Milk'),
    add('Tea'),
    add(''),
    add('Rice'),
    ['grocery.unheard', {}],
    add('Jam'),
    ['auth.logout', {}],
    add('Oats'),
    add('Salt'),
  ];
  const ops = ['rubbish', randomUUID(), operationMade(), old, operationMade(), theirs, operationMade()];
  const { verdicts } = await batch(calls, [...ops, null, operationMade()]);
  expect(verdicts).toEqual([
    ['BAD_REQUEST', 400],
    ['BAD_REQUEST', 400],
    ['BAD_REQUEST', 400],
    ['OPERATION_TOO_OLD', 400],
    ['NOT_FOUND', 404],
    ['FORBIDDEN', 403],
    ['BAD_REQUEST', 400],
    'Oats',
    'Salt',
  ]);
});

test('a header that names fewer operations than calls: those that are named are made', async () => {
  const { verdicts } = await batch([add('Milk'), add('Tea'), add('Rice')], [operationMade(), null]);
  expect(verdicts).toEqual(['Milk', 'Tea', ['BAD_REQUEST', 400]]);
});

test('a single call carries its operation too, and the same one twice in a batch is made once', async () => {
  const op = operationMade();
  expect((await batch([add('Milk'), add('Milk')], [op, op])).verdicts).toEqual(['Milk', 'Milk']);
  const one = await server.send('POST', '/trpc/grocery.create', {
    token: ana.token,
    body: { name: 'Milk' },
    headers: { [OPERATIONS_HEADER]: op },
  });
  expect(one.body.result.data.name).toBe('Milk');
  expect(listed()).toEqual(['Milk']);
});

test('two batches with the same operations in another order, at once: each is made once', async () => {
  const names = ['Milk', 'Tea', 'Rice', 'Salt', 'Oats'];
  const pairs = names.map(name => ({ name, op: operationMade() }));
  const there = batch(
    names.map(add),
    pairs.map(one => one.op),
  );
  const back = [...pairs].reverse();
  const again = batch(
    back.map(one => add(one.name)),
    back.map(one => one.op),
  );
  expect((await there).verdicts).toEqual(names);
  expect((await again).verdicts).toEqual([...names].reverse());
  expect(listed().sort()).toEqual([...names].sort());
});

test('a header of any form stops nothing', async () => {
  for (const header of ['', ',,,,', 'x'.repeat(9_000), '%00', operationMade().toUpperCase()]) {
    const { status } = await batch([add('Milk')], header);
    expect([200, 400]).toContain(status);
  }
});
