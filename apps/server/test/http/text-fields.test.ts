import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { place, signUp, startServer, type TestServer } from '../server.ts';

/** A field of text: how it is written at both entry points, and what its refusal calls it. */
interface Field {
  rest: [method: string, path: string, body: (text: string) => object, read: string];
  trpc: [path: string, input: (text: string) => object, read: string];
  word: string;
}

let server: TestServer;
let token: string;
let item: string;
let thread: string;
let message: string;
let invited: string;
beforeAll(async () => {
  server = await startServer();
  const boss = await signUp(server, 'Boss');
  const ana = await signUp(server, 'Ana');
  place(server, boss.id, 'Manager');
  place(server, ana.id, 'Employee', boss.id);
  token = boss.token;
  const invitation = { role: 'Employee', uses: 100 };
  const { url } = (await server.send('POST', '/invitations', { token, body: invitation })).body;
  invited = new URL(url).searchParams.get('token') ?? '';
  item = (await server.send('POST', '/groceries', { token, body: { name: 'x' } })).body.id;
  const body = { users: [ana.id], message: 'x' };
  thread = (await server.send('POST', '/conversations', { token, body })).body.id;
  message = (await server.send('GET', `/messages?conversationId=${thread}`, { token })).body[0].id;
});
afterAll(() => server.close());

const DAY = '2026-01-01';
let members = 0;
function person(username: string) {
  return { username, email: `m${++members}@example.com`, password: 'secret' };
}

function guest(name: string) {
  return { token: invited, name, email: `m${++members}@example.com`, password: 'secret' };
}

const FIELDS: Record<string, Field> = {
  'the title of a task': {
    rest: ['POST', '/tasks', title => ({ title, dueDate: DAY }), 'title'],
    trpc: ['task.create', title => ({ title, dueDate: DAY }), 'title'],
    word: 'Title',
  },
  'the description of a task': {
    rest: ['POST', '/tasks', text => ({ title: 'x', text, dueDate: DAY }), 'text'],
    trpc: ['task.create', text => ({ title: 'x', text, dueDate: DAY }), 'text'],
    word: 'Description',
  },
  'the name of an item': {
    rest: ['POST', '/groceries', name => ({ name }), 'name'],
    trpc: ['grocery.update', name => ({ id: item, name }), 'name'],
    word: 'Name',
  },
  'a message': {
    rest: ['POST', '/messages', text => ({ conversationId: thread, message: text }), 'message'],
    trpc: ['chat.edit', text => ({ id: message, message: text }), 'message'],
    word: 'Message',
  },
  'the name of a member': {
    rest: ['POST', '/manager/users', person, 'user.username'],
    trpc: ['member.create', person, 'username'],
    word: 'Username',
  },
  'the name of an invited person': {
    rest: ['POST', '/invitations/redeem', guest, 'name'],
    trpc: ['invite.redeem', guest, 'user.username'],
    word: 'Name',
  },
  'one’s own name': {
    rest: ['POST', '/manager/users', person, 'user.name'],
    trpc: ['member.updateSelf', username => ({ username }), 'username'],
    word: 'Username',
  },
};

const TEXTS = {
  emoji: '🦊 👍🏽 🇩🇪 ☕️',
  'a family joined by ZWJ': '👩‍👩‍👧‍👦',
  'right to left, with marks': 'שלום \u200fمرحبا\u200e \u202eabc\u202c',
  'decomposed (NFD)': 'n\u0303 A\u030a e\u0301 한'.normalize('NFD'),
  'composed (NFC)': 'ñ Å é 한'.normalize('NFC'),
  'four bytes': '𝔘𝔫𝔦 𠜎 \u{10fffd}',
  'ends and edges': '  \t padded \u00a0\u2003\ufeff \u2028\u2029 \u0001\u007f\u0085 ',
  markup: "<b>&amp;\"'\\u0041\\ %s {{x}} '; drop table task; --",
};

function read(body: unknown, path: string): unknown {
  return path.split('.').reduce((of, key) => (of as Record<string, unknown>)[key], body);
}

function hex(text: unknown): string {
  return Buffer.from(String(text)).toString('hex');
}

describe.each(Object.entries(FIELDS))('%s', (_name, { rest, trpc, word }) => {
  test.each(Object.entries(TEXTS))('comes back as it was sent: %s', async (_kind, text) => {
    const [method, path, body, at] = rest;
    const made = await server.send(method, path, { token, body: body(text) });
    expect(made.status).toBe(201);
    expect(hex(read(made.body, at))).toBe(hex(text));
    const [procedure, input, place] = trpc;
    const changed = await server.send('POST', `/trpc/${procedure}`, { token, body: input(text) });
    expect(changed.status).toBe(200);
    expect(hex(read(changed.body.result.data, place))).toBe(hex(text));
  });

  test.each([
    ['a lone high surrogate', 'a\\ud800b'],
    ['a lone low surrogate', 'a\\udc00'],
    ['surrogates the wrong way round', '\\udc00\\ud800'],
    ['a NUL', 'a\\u0000b'],
  ])('is refused by its name with %s', async (_kind, escaped) => {
    const raw = (body: object) => JSON.stringify(body).replaceAll('TEXT', escaped);
    const [method, path, body] = rest;
    const answer = await server.send(method, path, { token, body: raw(body('TEXT')) });
    const [procedure, input] = trpc;
    const other = await server.send('POST', `/trpc/${procedure}`, { token, body: raw(input('TEXT')) });
    const sentence = `${word} contains characters that cannot be stored`;
    expect([answer.status, answer.body]).toEqual([400, { message: sentence, code: 'BAD_REQUEST' }]);
    expect([other.status, other.body.error.message]).toEqual([400, sentence]);
  });
});

test('lists return the same texts', async () => {
  const texts = Object.values(TEXTS).map(hex);
  const tasks = (await server.send('GET', '/tasks', { token })).body;
  expect(texts.filter(text => !tasks.some((task: { title: string }) => hex(task.title) === text))).toEqual(
    [],
  );
  const items = (await server.send('GET', '/groceries', { token })).body;
  expect(texts.filter(text => !items.some((one: { name: string }) => hex(one.name) === text))).toEqual([]);
  const said = (await server.send('GET', `/messages?conversationId=${thread}&_limit=100`, { token })).body;
  expect(texts.filter(text => !said.some((one: { message: string }) => hex(one.message) === text))).toEqual(
    [],
  );
});

test.each([
  ['POST', '/auth', '{"email":"a\\ud800@example.com","password":"x"}', 401],
  ['POST', '/auth', '{"email":"ana@example.com","password":"\\ud800"}', 400],
  ['POST', '/api/users', '{"name":"x","email":"a\\u0000@example.com","password":"x","roles":"User"}', 400],
  ['POST', '/member/activate', '{"token":"\\ud800","password":"\\u0000\\u0000\\u0000\\u0000\\u0000"}', 400],
  ['PATCH', '/tasks', '{"id":"\\u0000","title":"x"}', 404],
  ['GET', '/conversations?participants_like=%00', undefined, 200],
])('%s %s with such a sign elsewhere is no fault of the server', async (method, path, body, status) => {
  const answer = await server.send(method, path, { token, ...(body ? { body } : {}) });
  expect(answer.status).toBe(status);
});
