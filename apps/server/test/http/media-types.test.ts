import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const PART = '--x\r\nContent-Disposition: form-data; name="ids"\r\n\r\n[]\r\n--x--\r\n';

test.each([
  ['multipart/form-data; boundary=x', PART],
  ['Multipart/Form-Data; boundary=x', PART],
  ['multipart/mixed; boundary=x', PART],
  ['application/x-www-form-urlencoded', 'ids='],
  ['application/octet-stream', '{}'],
])('a body of %s is refused at tRPC and clears no cart', async (type, body) => {
  const { token } = await signUp(server, `Ana-${randomUUID()}`);
  const milk = await server.send('POST', '/groceries', { token, body: { name: 'Milk' } });
  await server.send('PATCH', '/groceries', { token, body: { id: milk.body.id, purchased: true } });
  const answer = await server.send('POST', '/trpc/grocery.clearCart', {
    token,
    body,
    headers: { 'content-type': type },
  });
  expect([answer.status, answer.body]).toEqual([
    415,
    { message: 'The body must be JSON', code: 'BAD_REQUEST' },
  ]);
  const { body: left } = await server.send('GET', '/groceries', { token });
  expect(left.map((item: { name: string }) => item.name)).toEqual(['Milk']);
});

describe('a body that is not in UTF-8', () => {
  const task = JSON.stringify({ title: 'Café', dueDate: '2026-01-01' });
  const json = (charset: string) => ({ 'content-type': `application/json${charset}` });

  test.each(['/tasks', '/trpc/task.create'])('by its charset is refused at %s', async path => {
    const { token } = await signUp(server, `Ana-${randomUUID()}`);
    for (const charset of ['; charset=iso-8859-1', ';CHARSET="utf-16"', '; a=b; charset = latin1']) {
      const answer = await server.send('POST', path, { token, body: task, headers: json(charset) });
      const refused = { message: 'The body must be in UTF-8', code: 'BAD_REQUEST' };
      expect([answer.status, answer.body], charset).toEqual([415, refused]);
    }
    for (const charset of ['; charset=utf-8', ';CHARSET="UTF-8"', '; charset=utf8', '; charset=us-ascii']) {
      const answer = await server.send('POST', path, { token, body: task, headers: json(charset) });
      expect(answer.status, charset).toBe(path === '/tasks' ? 201 : 200);
    }
  });
});

describe('a body with a Content-Encoding', () => {
  const REFUSED = [415, { message: 'The body must not be compressed', code: 'BAD_REQUEST' }];
  const task = JSON.stringify({ title: 'Bins', dueDate: '2026-01-01' });

  test.each(['/tasks', '/trpc/task.create', '/api/users/login'])('is refused at %s', async path => {
    const { token } = await signUp(server, `Ana-${randomUUID()}`);
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'x-unknown']) {
      const headers = { 'content-encoding': encoding };
      const plain = await server.send('POST', path, { token, body: task, headers });
      expect([plain.status, plain.body], encoding).toEqual(REFUSED);
      expect(plain.headers.get('accept-encoding')).toBe('identity');
    }
    const zipped = gzipSync(task).toString('latin1');
    const packed = await server.send('POST', path, {
      token,
      body: zipped,
      headers: { 'content-encoding': 'gzip' },
    });
    expect([packed.status, packed.body]).toEqual(REFUSED);
    expect((await server.send('GET', '/tasks', { token })).body).toEqual([]);
  });

  test.each(['/tasks', '/trpc/task.create'])('of its transfer is refused at %s', async path => {
    const { token } = await signUp(server, `Ana-${randomUUID()}`);
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n`;
    const type = 'Content-Type: application/json\r\nTransfer-Encoding: gzip, chunked\r\n\r\n';
    socket.write(`${head}${type}${task.length.toString(16)}\r\n${task}\r\n0\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 415 [\s\S]*The body must not be compressed/);
  });

  test('is read if that is identity, and a request without a body needs no other', async () => {
    const { token } = await signUp(server, `Ana-${randomUUID()}`);
    for (const encoding of ['identity', 'Identity', '']) {
      const headers = { 'content-encoding': encoding };
      expect((await server.send('POST', '/tasks', { token, body: task, headers })).status).toBe(201);
      const onTrpc = await server.send('POST', '/trpc/task.create', { token, body: task, headers });
      expect(onTrpc.status).toBe(200);
    }
    const headers = { 'content-encoding': 'gzip' };
    expect((await server.send('GET', '/tasks', { token, headers })).status).toBe(200);
    expect((await server.send('POST', '/auth/logout', { headers })).status).toBe(204);
  });
});
