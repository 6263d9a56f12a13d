import { readFileSync } from 'node:fs';
import { tableErrors } from '@onus/api/testing';
import { CONTRACT, OPERATIONS_HEADER } from '@onus/contract/operation/headers';
import { operation } from '@onus/contract/operation/operation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Furnished, furnish } from '../rights/furnish.ts';
import { CALLERS, type Caller, type Ids } from '../rights/rule.ts';
import { operationMade, startServer, type TestServer } from '../server.ts';
import { WITH_OPERATION } from './mutations.ts';

/**
 * Operations as released apps have stored them. A browser may send them for 90 days: lines are added here, and never
 * changed or removed before that. `$task` and the like stand for ids of the person who sends them, `$person:user` for
 * another's.
 */
const stored = z
  .array(operation.extend({ who: z.enum(CALLERS) }))
  .parse(JSON.parse(readFileSync(new URL('stored-operations.json', import.meta.url), 'utf8')));

let server: TestServer;
let world: Furnished;

beforeAll(async () => {
  server = await startServer();
  world = await furnish(server);
}, 60_000);
afterAll(() => server.close());

function inputOf({ who, input }: (typeof stored)[number]): unknown {
  return JSON.parse(
    JSON.stringify(input).replace(/"\$(\w+):?(\w*)"/g, (_, name: keyof Ids, of: Caller) =>
      JSON.stringify(world.ids[of || who].own[name]),
    ),
  );
}

test('every mutation that takes an operation is among them, of this version and of those before', () => {
  const paths = stored.map(({ path }) => path);
  expect(tableErrors(paths, WITH_OPERATION, 'apps/server/test/ledger/stored-operations.json')).toEqual([]);
  expect(new Set(stored.map(({ v }) => v))).toEqual(
    new Set(Array.from({ length: CONTRACT }, (_, n) => n + 1)),
  );
});

test('each of them still runs, one after the other', async () => {
  const refused: string[] = [];
  for (const one of stored) {
    const { status, body } = await server.send('POST', `/trpc/${one.path}`, {
      token: world.tokens[one.who] ?? '',
      body: inputOf(one) ?? {},
      headers: { [OPERATIONS_HEADER]: operationMade() },
    });
    if (status !== 200) refused.push(`${one.path} ${JSON.stringify(one.input)}: ${JSON.stringify(body)}`);
  }
  expect(refused).toEqual([]);
});
