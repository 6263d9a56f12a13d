import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchAnswer, NoAnswer } from './fetch.ts';

/** What the server says next. */
const said = { status: 200, body: '' };
const server = createServer((_request, response) => {
  response.writeHead(said.status, { 'content-type': 'application/json' }).end(said.body);
});
let url = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => void server.close());

async function answer(status: number, body: unknown): Promise<unknown> {
  Object.assign(said, { status, body: typeof body === 'string' ? body : JSON.stringify(body) });
  return (await fetchAnswer(url)).json();
}

it.each([
  [200, [{ result: { data: 1 } }, { error: { code: -32_004 } }]],
  [404, { error: { code: -32_004 } }],
])('%d with the words of a procedure passes', async (status, body) => {
  expect(await answer(status, body)).toEqual(body);
});

describe('what is no answer of a procedure', () => {
  it.each([
    ['a body that was refused', 413, { message: 'Too large' }, 'PARSING_ERROR', 'Too large'],
    ['a page of a proxy', 502, '<html>', 'PARSING_ERROR', /not available at the moment/],
    ['a server that shuts down', 503, '', 'PARSING_ERROR', /not available at the moment/],
    ['a proxy that counts', 429, '<html>', 'PARSING_ERROR', /Too many attempts/],
    ['a proxy that gave up', 504, {}, 'TIMEOUT_ERROR', /took too long/],
    ['another page', 200, '<html>', 'PARSING_ERROR', /cannot be read/],
    ['another answer', 200, [{ result: {} }, { name: 'x' }], 'PARSING_ERROR', /cannot be read/],
    ['a success with a message', 200, { message: 'Hello' }, 'PARSING_ERROR', /cannot be read/],
  ])('%s has a sentence', async (_name, status, body, code, message) => {
    const refusal = await answer(status, body).catch(error => error);
    expect(refusal).toBeInstanceOf(NoAnswer);
    expect(refusal).toMatchObject({ code, status, message: expect.stringMatching(message) });
  });

  it('no connection has a sentence, and no status', async () => {
    const unused = createServer().listen(0, '127.0.0.1');
    await once(unused, 'listening');
    const { port } = unused.address() as AddressInfo;
    unused.close();
    await once(unused, 'close');
    const refusal = await fetchAnswer(`http://127.0.0.1:${port}/`).catch(error => error);
    expect(refusal).toBeInstanceOf(NoAnswer);
    expect(refusal).toMatchObject({
      code: 'FETCH_ERROR',
      message: expect.stringMatching(/cannot be reached/),
    });
    expect(refusal.status).toBeUndefined();
  });

  it('a caller that gave up keeps its own error', async () => {
    await expect(fetchAnswer(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
