import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { place, signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
let ana: { token: string; id: string };
let task: { id: string; updatedAt: string };
let item: { id: string };
beforeAll(async () => {
  server = await startServer();
  ana = await signUp(server, 'Ana');
  ({ body: task } = await send('POST', '/tasks', { title: 'Bins', dueDate: '2026-03-05' }));
  ({ body: item } = await send('POST', '/groceries', { name: 'Milk' }));
});
afterAll(() => server.close());

function send(method: string, path: string, body: unknown) {
  return server.send(method, path, { token: ana.token, body });
}

/** The refusal of a value: its field stands in the message. */
function refused(message: string) {
  return { status: 400, body: { message, code: 'BAD_REQUEST' } };
}

describe('null is a missing value', () => {
  test.each([
    ['POST', '/tasks', { title: null, dueDate: '2026-03-05' }, 'Title is required'],
    ['POST', '/tasks', { title: 'Bins', dueDate: null }, 'Due date is required'],
    ['POST', '/groceries', { name: null }, 'Name is required'],
    ['POST', '/groceries', {}, 'Name is required'],
    ['POST', '/groceries', { name: 5 }, 'Name must be text'],
  ])('%s %s with %j', async (method, path, body, message) => {
    expect(await send(method, path, body)).toMatchObject(refused(message));
  });

  test('also in a change', async () => {
    expect(await send('PATCH', '/tasks', { id: task.id, title: null })).toMatchObject(
      refused('Title is required'),
    );
    expect(await send('PATCH', '/groceries', { id: item.id, name: null })).toMatchObject(
      refused('Name is required'),
    );
  });
});

describe('an id that is no text is refused, not looked for', () => {
  test.each([
    ['PATCH', '/tasks', { id: null }],
    ['PATCH', '/tasks', { id: 5 }],
    ['PATCH', '/groceries', { _id: null }],
    ['DELETE', '/tasks', { id: null }],
    ['DELETE', '/groceries', { id: 5 }],
    ['DELETE', '/groceries', { id: { id: 'x' } }],
    ['DELETE', '/groceries', { id: ['x'] }],
  ])('%s %s with %j', async (method, path, body) => {
    expect(await send(method, path, body)).toMatchObject(refused('Id must be text'));
  });
});

test.each(['yesterday', '', null, 5])('a version of a task that is %j is refused', async updatedAt => {
  const answer = await send('PATCH', '/tasks', { id: task.id, updatedAt, title: 'Other' });
  expect(answer.status).toBe(400);
  expect(answer.body.message).toMatch(/^Updated at is (required|invalid)$/);
  const { body } = await send('PATCH', '/tasks', { id: task.id, updatedAt: task.updatedAt });
  expect(body.title).toBe('Bins');
});

test.each([
  { recurrenceInterval: 0 },
  { recurrenceInterval: '' },
  { recurrenceInterval: null },
  { recurrenceEndDate: '2026-03-01' },
  { recurrenceEndDate: 'never' },
])('a task that does not repeat ignores %j', async leftover => {
  const fields = { recurrenceType: 'none', ...leftover };
  const plain = { recurrenceType: 'none', recurrenceInterval: 1, recurrenceEndDate: null };
  const made = await send('POST', '/tasks', { title: 'Once', dueDate: '2026-03-05', ...fields });
  expect(made).toMatchObject({ status: 201, body: plain });
  const { id } = made.body;
  const daily = { id, recurrenceType: 'daily' };
  expect((await send('PATCH', '/tasks', daily)).body).toMatchObject(daily);
  const saved = await send('PATCH', '/tasks', { id, dueDate: '2026-03-05', ...fields });
  expect(saved).toMatchObject({ status: 200, body: plain });
  // Of a task that repeats they count.
  const refusal = await send('PATCH', '/tasks', {
    id,
    dueDate: '2026-03-05',
    ...leftover,
    recurrenceType: 'interval',
  });
  expect(refusal.status).toBe(400);
});

test.each(['', null])('a user who is moved to the manager %j has none', async manager => {
  const name = `Root${manager}`;
  const [root, boss, kid] = await Promise.all([
    signUp(server, name),
    signUp(server, `${name}Boss`),
    signUp(server, `${name}Kid`),
  ]);
  place(server, root.id, 'Admin');
  place(server, boss.id, 'Manager');
  place(server, kid.id, 'Employee', boss.id);
  const move = (body: unknown) => server.send('POST', `/users/${kid.id}/move`, { token: root.token, body });
  expect(await move({})).toMatchObject(refused('Manager must be an id, or null for none'));
  expect(await move({ manager })).toMatchObject({ status: 200, body: { manager: null } });
});

test.each(['name', 'username'])('a user that is sent back with another %s has it', async field => {
  const { body: user } = await server.send('GET', `/users/${ana.id}`, { token: ana.token });
  const changed = `Another ${field}`;
  const answer = await send('PATCH', '/users', { ...user, [field]: changed });
  expect(answer).toMatchObject({ status: 200, body: { name: changed, username: changed } });
});

test.each(['__proto__', 'constructor', 'toString'])(
  '"%s", which every object has, is no role',
  async role => {
    const boss = await signUp(server, `Boss${role}`);
    place(server, boss.id, 'Manager');
    const { body: kid } = await server.send('POST', '/users', {
      token: boss.token,
      body: { username: 'Kid', email: `kid-${role}@example.com`, password: 'secret', roles: ['Manager'] },
    });
    const known = { name: 'Odd', email: `${role}@example.com`, password: 'secret' };
    for (const [method, path, fields] of [
      ['POST', '/api/users/', { ...known, roles: ['User', role] }],
      ['POST', '/users', { ...known, roles: [role] }],
      ['PATCH', '/users', { id: kid.user.id, roles: role }],
    ] as const) {
      const answer = await server.send(method, path, { token: boss.token, body: fields });
      expect(answer).toMatchObject(refused(`Role "${role}" is not known`));
    }
  },
);
