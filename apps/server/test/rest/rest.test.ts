import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const ID = /^[0-9a-f-]{36}$/;
const TASK = {
  _id: expect.stringMatching(ID),
  id: expect.stringMatching(ID),
  user: expect.stringMatching(ID),
  title: 'Bins',
  text: '',
  dueDate: '2026-03-05T00:00:00.000Z',
  dueTime: null,
  start: '2026-03-05T00:00:00.000Z',
  end: '2026-03-05T00:00:00.000Z',
  completed: false,
  manager: null,
  assignees: [],
  recurrenceType: 'none',
  recurrenceInterval: 1,
  recurrenceEndDate: null,
  recurrenceDays: [],
  recurrenceEvery: 1,
  recurrenceFrom: 'due',
  completedAt: null,
  completedBy: null,
  createdAt: expect.any(String),
  updatedAt: expect.any(String),
};

describe('authentication', () => {
  test('registering answers the session user and sets the cookie', async () => {
    const body = { name: 'Rosa', email: 'Rosa@Example.com', password: 'pw', roles: [2001], manager: '' };
    const answer = await server.send('POST', '/api/users/', { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      _id: expect.stringMatching(ID),
      id: answer.body._id,
      name: 'Rosa',
      username: 'Rosa',
      email: 'rosa@example.com',
      roles: ['User'],
      token: expect.any(String),
      accessToken: answer.body.token,
    });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^onus=\S+; Path=\/; Expires=.+; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('POST /auth, GET /auth/refresh and POST /auth/logout, at both bases', async () => {
    await signUp(server, 'Mia');
    for (const base of ['', '/api']) {
      const body = { email: 'mia@example.com', password: 'Mia-secret' };
      const login = await server.send('POST', `${base}/auth`, { body });
      expect([login.status, Object.keys(login.body)]).toEqual([200, ['accessToken']]);
      const refreshed = await server.send('GET', `${base}/auth/refresh`, { cookie: login.cookie });
      expect([refreshed.status, Object.keys(refreshed.body)]).toEqual([200, ['accessToken']]);
      expect(refreshed.cookie).not.toBe(login.cookie);
      const left = await server.send('POST', `${base}/auth/logout`, { cookie: refreshed.cookie });
      expect([left.status, left.body]).toEqual([204, '']);
      const late = await server.send('GET', `${base}/auth/refresh`, { cookie: refreshed.cookie });
      expect([late.status, late.body]).toEqual([
        403,
        { message: 'Your login has expired', code: 'SESSION_REVOKED' },
      ]);
      const token = refreshed.body.accessToken;
      expect((await server.send('GET', '/tasks', { token })).body.code).toBe('SESSION_REVOKED');
    }
    expect((await server.send('POST', '/auth/logout')).status).toBe(204);
  });

  test('POST /api/users/login answers like registration', async () => {
    const { id } = await signUp(server, 'Lea');
    const body = { email: 'lea@example.com', password: 'Lea-secret' };
    const answer = await server.send('POST', '/api/users/login', { body });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ _id: id, name: 'Lea', roles: ['User'] });
    const wrong = await server.send('POST', '/api/users/login', { body: { ...body, password: 'x' } });
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { message: 'Wrong email or password', code: 'UNAUTHORIZED' },
    ]);
  });

  test('HEAD /auth/refresh leaves the cookie as it is', async () => {
    await signUp(server, 'Lea');
    const body = { email: 'lea@example.com', password: 'Lea-secret' };
    const { cookie } = await server.send('POST', '/auth', { body });
    const head = await fetch(`${server.url}/auth/refresh`, { method: 'HEAD', headers: { cookie } });
    expect([head.status, head.headers.getSetCookie()]).toEqual([404, []]);
  });

  test('a malformed cookie counts as none', async () => {
    for (const cookie of ['onus=%', 'onus=a.b.c', 'onus=; onus=', `onus=${'x'.repeat(5000)}`]) {
      const { status } = await server.send('GET', '/auth/refresh', { cookie });
      expect([401, 403]).toContain(status);
    }
  });
});

describe('tasks', () => {
  test.each(['', '/api'])('create, list, change and delete under "%s"', async base => {
    const { token } = await signUp(server, `Tom${base.length}`);
    const body = { title: 'Bins', dueDate: '2026-03-05', user: 'x', manager: 'y', assignees: [] };
    const made = await server.send('POST', `${base}/tasks`, { token, body });
    expect([made.status, made.body]).toEqual([201, TASK]);
    expect((await server.send('GET', `${base}/tasks`, { token })).body).toEqual([TASK]);

    const flipped = { ...made.body, completed: true };
    const done = await server.send('PATCH', `${base}/tasks`, { token, body: { data: flipped } });
    expect([done.status, done.body]).toMatchObject([
      200,
      {
        ...TASK,
        completed: true,
        completedAt: expect.any(String),
        completedBy: { id: made.body.user, username: `Tom${base.length}` },
      },
    ]);
    expect((await server.send('GET', `${base}/tasks/complete`, { token })).body).toHaveLength(1);
    expect((await server.send('GET', `${base}/tasks/incomplete`, { token })).body).toEqual([]);
    expect((await server.send('GET', `${base}/tasks/today/`, { token })).body).toEqual([]);

    const gone = await server.send('DELETE', `${base}/tasks`, { token, body: { id: made.body.id } });
    expect([gone.status, gone.body]).toEqual([200, { id: made.body.id }]);
    expect((await server.send('DELETE', `${base}/tasks?id=${made.body.id}`, { token })).status).toBe(404);
  });

  test('a task has its time, and repeats on the last day of the month', async () => {
    const { token } = await signUp(server, 'Uli');
    const rule = { recurrenceType: 'monthly', recurrenceAnchor: 31 };
    const body = { title: 'Rent', dueDate: '2099-02-28', dueTime: '17:00', ...rule };
    const made = (await server.send('POST', '/tasks', { token, body })).body;
    expect(made).toMatchObject({ dueTime: '17:00', recurrenceType: 'monthly' });
    await server.send('PATCH', '/tasks', { token, body: { ...made, completed: true } });
    const [next] = (await server.send('GET', '/tasks/incomplete', { token })).body;
    expect(next).toMatchObject({ dueTime: '17:00', dueDate: '2099-03-31T00:00:00.000Z' });
    const timed = (dueTime: unknown) =>
      server.send('PATCH', '/tasks', { token, body: { id: next.id, dueTime } });
    expect(await timed('5pm')).toMatchObject({
      status: 400,
      body: { message: 'Due time must be HH:MM, from 00:00 to 23:59' },
    });
    expect(await timed(null)).toMatchObject({ status: 200, body: { dueTime: null } });
  });

  test('a full stale task with only the flag changed never conflicts', async () => {
    const { token } = await signUp(server, 'Ida');
    const body = { title: 'A', dueDate: '2099-03-05', recurrenceType: 'weekly' };
    const made = (await server.send('POST', '/tasks', { token, body })).body;
    await server.send('PATCH', '/tasks', { token, body: { id: made.id, title: 'B', text: 'New' } });
    const done = await server.send('PATCH', '/tasks', { token, body: { ...made, completed: true } });
    expect([done.status, done.body]).toMatchObject([200, { title: 'B', text: 'New', completed: true }]);
    const open = (await server.send('GET', '/tasks/incomplete', { token })).body;
    expect(open).toMatchObject([{ title: 'B', text: 'New', dueDate: '2099-03-12T00:00:00.000Z' }]);
  });

  test('a full stale task conflicts and returns the newest', async () => {
    const { token } = await signUp(server, 'Eva');
    const made = (await server.send('POST', '/tasks', { token, body: { title: 'A', dueDate: '2026-03-05' } }))
      .body;
    const newer = (await server.send('PATCH', '/tasks', { token, body: { id: made.id, title: 'B' } })).body;
    const clash = await server.send('PATCH', '/tasks', { token, body: { ...made, title: 'C' } });
    expect(clash.status).toBe(409);
    expect(clash.body).toEqual({
      message: 'Someone else changed this task',
      code: 'CONFLICT',
      newest: newer,
    });
  });

  test.each([
    ['POST', '/tasks', { dueDate: '2026-01-01' }, 400, 'Title is required'],
    ['POST', '/tasks', { title: 'x' }, 400, 'Due date is required'],
    ['POST', '/tasks', { title: 'x', dueDate: 'soon' }, 400, 'Due date is invalid'],
    ['POST', '/tasks', [1], 400, 'The body must be a JSON object'],
    ['POST', '/tasks', '{"title":', 400, 'The request is not valid'],
    ['PATCH', '/tasks', { title: 'x' }, 400, 'Id is required'],
    ['PATCH', '/tasks', { id: 'nothing', title: 'x' }, 404, 'Task not found'],
    ['DELETE', '/tasks', {}, 400, 'Id is required'],
    ['DELETE', '/tasks?id=a', { id: 'b' }, 400, 'Id in the body and in the address differ'],
    ['DELETE', '/api/admin/users/a', { id: 'b' }, 400, 'Id in the body and in the address differ'],
    ['POST', '/tasks', { title: 'x'.repeat(300_000) }, 413, 'The body is larger than 256 KB'],
  ])('%s %s with bad input', async (method, path, body, status, message) => {
    const { cookie } = await server.send('POST', '/auth', {
      body: { email: 'eva@example.com', password: 'Eva-secret' },
    });
    const token = (await server.send('GET', '/auth/refresh', { cookie })).body.accessToken;
    const answer = await server.send(method, path, { token, body });
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect(Object.keys(answer.body)).toEqual(['message', 'code']);
  });

  test('no one gets in without a token, and a rubbish one is refused', async () => {
    const none = await server.send('GET', '/tasks');
    expect([none.status, none.body]).toEqual([401, { message: 'Please log in', code: 'UNAUTHORIZED' }]);
    const rubbish = await server.send('GET', '/tasks', { token: 'rubbish' });
    expect([rubbish.status, rubbish.body.code]).toEqual([403, 'TOKEN_INVALID']);
  });
});

describe('the other entry points', () => {
  test('a page request gets the app, also on an API path', async () => {
    for (const path of ['/', '/tasks', '/login', '/dash/tasks?tab=overdue', '/nothing']) {
      const page = await server.send('GET', path, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.body).toMatch(/^<!doctype html>.*<title>Onus<\/title>/);
    }
    const missing = await server.send('GET', '/nothing');
    expect([missing.status, missing.body]).toEqual([404, { message: 'Not found', code: 'NOT_FOUND' }]);
  });

  test('every response has the security headers', async () => {
    for (const path of ['/', '/tasks', '/trpc/auth.me', '/healthz', '/nothing']) {
      const { headers } = await server.send('GET', path);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*frame-ancestors 'none'/);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  test('tRPC refuses a batch of more than twenty and a body of more than 256 KB', async () => {
    const many = Array.from({ length: 21 }, () => 'auth.me').join(',');
    expect((await server.send('GET', `/trpc/${many}?batch=1`)).status).toBe(400);
    expect(
      (await server.send('POST', '/trpc/auth.login', { body: { email: 'x'.repeat(300_000) } })).status,
    ).toBe(413);
  });

  test('an unexpected error returns 500 without details', async () => {
    const broken = await startServer();
    const { token } = await signUp(broken, 'Ida');
    broken.services.db.$client.exec('drop table task_reader');
    const rest = await broken.send('GET', '/tasks', { token });
    expect([rest.status, rest.body]).toEqual([
      500,
      { message: 'Something went wrong on the server', code: 'INTERNAL_SERVER_ERROR' },
    ]);
    const trpc = await broken.send('GET', '/trpc/task.counts', { token });
    expect(trpc.status).toBe(500);
    expect(JSON.stringify(trpc.body)).not.toMatch(/task_reader|stack|\.ts/);
    await broken.close();
  });
});
