import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import cookie from '@fastify/cookie';
import { operationsOfHeader } from '@onus/api/core/ledger/operations';
import { appRouter } from '@onus/api/root';
import { BUDGETS } from '@onus/contract/limits/budgets';
import { OPERATIONS_HEADER } from '@onus/contract/operation/headers';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContexts } from '../../src/context.ts';
import { readEnv } from '../../src/env.ts';
import { operationMade, signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
/** The same procedures behind tRPC's adapter alone. */
let adapter: FastifyInstance;
let urls: { ours: string; theirs: string };
let token: string;
let taskId: string;

beforeAll(async () => {
  server = await startServer();
  ({ token } = await signUp(server, 'Ana'));
  const { body } = await server.send('POST', '/tasks', {
    token,
    body: { title: 'Bins “é”', dueDate: '2026-03-10' },
  });
  taskId = body.id;
  const contexts = createContexts(server.services, readEnv({ DATA_DIR: '/' }));
  adapter = fastify({ routerOptions: { maxParamLength: 500 } });
  await adapter.register(cookie);
  await adapter.register(fastifyTRPCPlugin<typeof appRouter>, {
    prefix: '/trpc',
    trpcOptions: {
      router: appRouter,
      maxBatchSize: BUDGETS.batchCalls.most,
      createContext({ req, res, info }) {
        const named = req.headers[OPERATIONS_HEADER];
        const operations = named === undefined ? undefined : operationsOfHeader(String(named));
        return contexts.ofRequest(req, res, operations, info.calls.length);
      },
    },
  });
  urls = { ours: server.url, theirs: await adapter.listen({ port: 0, host: '127.0.0.1' }) };
});
afterAll(async () => {
  await adapter.close();
  await server.close();
});

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function answerOf(url: string, path: string, { method = 'GET', headers = {}, body }: Sent) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const own = { authorization: `Bearer ${token}`, ...type, ...headers };
  const sent = request(url + path, { method, headers: own, agent: false }).end(body);
  const [response] = await once(sent, 'response');
  const { vary, 'content-type': got } = response.headers;
  return {
    // Only ours writes the character set.
    isPlain: got === 'application/json; charset=utf-8',
    answer: {
      status: response.statusCode,
      vary: String(vary).replace(/, Accept-Encoding$/, ''),
      type: String(got).split(';')[0],
      body: await text(response),
    },
  };
}

const VIEW = JSON.stringify({ view: 'all' });
function query(path: string, input?: unknown, batch = ''): string {
  const asked = input === undefined ? '' : `&input=${encodeURIComponent(JSON.stringify(input))}`;
  return `/trpc/${path}?${batch}${asked}`;
}
const BATCH = 'batch=1';
const OPERATION = operationMade();

function update(): string {
  return JSON.stringify({ id: taskId, title: 'Bin day' });
}

const PLAIN: [string, () => [string, Sent?]][] = [
  ['a query', () => [query('task.list', { view: 'all' })]],
  ['a query without input', () => [query('task.counts')]],
  ['a query with an empty input', () => ['/trpc/task.counts?input=']],
  [
    'a query with the content type of JSON',
    () => [query('task.counts'), { headers: { 'content-type': 'application/json' } }],
  ],
  [
    'input with letters, signs and a plus',
    () => [`/trpc/task.list?input=${VIEW.replace('all', '%C3%A9+%2B%20')}`],
  ],
  ['input that is written as it is', () => [`/trpc/task.list?input=${VIEW.replaceAll('"', '%22')}&input=2`]],
  ['a batch', () => [query('task.list,task.counts', { 0: { view: 'all' } }, BATCH)]],
  ['a batch of one', () => [query('task.counts', {}, BATCH)]],
  [
    'a batch with refusals',
    () => [query('task.get,task.counts,manager.counts', { 0: { id: 'x' }, 2: {} }, BATCH)],
  ],
  [
    'a batch of refusals alone',
    () => [query('task.get,task.get', { 0: { id: 'x' }, 1: { id: 'y' } }, BATCH)],
  ],
  ['a task that is not there', () => [query('task.get', { id: 'x' })]],
  ['input that is refused', () => [query('task.list', { view: 'none' })]],
  ['input that is null', () => [query('task.list', null)]],
  ['a call without a token', () => [query('task.list', { view: 'all' }), { headers: { authorization: '' } }]],
  [
    'a call with a token that is none',
    () => [query('task.counts'), { headers: { authorization: 'Bearer x' } }],
  ],
  [
    'a mutation that is refused',
    () => ['/trpc/task.update', { method: 'POST', body: '{"id":"x","title":"y"}' }],
  ],
  [
    'a mutation with an operation',
    () => [
      '/trpc/task.update',
      { method: 'POST', body: update(), headers: { [OPERATIONS_HEADER]: OPERATION } },
    ],
  ],
  [
    'a batch of mutations',
    () => [
      '/trpc/task.update,task.update?batch=1',
      {
        method: 'POST',
        body: `{"0":${update()},"1":{"id":"x"}}`,
        headers: { [OPERATIONS_HEADER]: `${operationMade()},${operationMade()}` },
      },
    ],
  ],
  [
    'an operation that cannot be read',
    () => ['/trpc/task.update', { method: 'POST', body: update(), headers: { [OPERATIONS_HEADER]: '!' } }],
  ],
];

const OTHER: [string, () => [string, Sent?]][] = [
  ['input that is not JSON', () => ['/trpc/task.list?input={']],
  ['a body that is not JSON', () => ['/trpc/task.update', { method: 'POST', body: '{' }]],
  ['an empty body', () => ['/trpc/task.update', { method: 'POST', body: '' }]],
  ['a batch whose input is a list', () => [query('task.list', [{ view: 'all' }], BATCH)]],
  ['a batch whose input is null', () => [query('task.list', null, BATCH)]],
  ['two calls without a batch', () => [query('task.counts,task.counts')]],
  ['a procedure that does not exist', () => [query('task.nothing')]],
  ['a name every object has', () => [query('constructor')]],
  ['a batch with a name that does not exist', () => [query('task.counts,task.nothing', {}, BATCH)]],
  ['a mutation by GET', () => [query('task.update', { id: 'x' })]],
  ['a query by POST', () => ['/trpc/task.counts', { method: 'POST', body: '{}' }]],
  ['queries and mutations together', () => [query('task.counts,task.update', {}, BATCH)]],
  [
    'a batch that is too long',
    () => [
      query(
        Array(BUDGETS.batchCalls.most + 1)
          .fill('task.counts')
          .join(','),
        {},
        BATCH,
      ),
    ],
  ],
  ['parameters of a connection', () => [`${query('task.counts')}&connectionParams={}`]],
  [
    'a stream',
    () => [query('task.counts,task.counts', {}, BATCH), { headers: { 'trpc-accept': 'application/jsonl' } }],
  ],
  ['a name in which a sign is encoded twice', () => ['/trpc/task%252Ecounts']],
];

test.each(PLAIN)('%s gets what tRPC’s adapter answers, without it', async (_name, made) => {
  const [path, sent = {}] = made();
  const theirs = await answerOf(urls.theirs, path, sent);
  const ours = await answerOf(urls.ours, path, sent);
  expect(ours.answer).toEqual(theirs.answer);
  expect([ours.isPlain, theirs.isPlain]).toEqual([true, false]);
});

test.each(OTHER)('%s is left to tRPC’s adapter', async (_name, made) => {
  const [path, sent = {}] = made();
  const theirs = await answerOf(urls.theirs, path, sent);
  const ours = await answerOf(urls.ours, path, sent);
  expect(ours.answer).toEqual(theirs.answer);
  expect(ours.isPlain).toBe(false);
});
