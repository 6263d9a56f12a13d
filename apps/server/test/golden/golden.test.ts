import { savedRows } from '@onus/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import type { Row } from '../../src/rest/row.ts';
import { type Answer, signUp, startServer } from '../server.ts';
import { type Golden, golden } from './rows.ts';
import * as shape from './shapes.ts';
import { furnish, type Who, type World } from './world.ts';

let world: World;
let putBack: () => void;
beforeAll(async () => {
  world = await furnish();
  putBack = savedRows(world.server.services.db);
}, 60_000);
afterAll(() => world.server.close());

interface Sent {
  as?: Who | undefined;
  cookie?: Who | undefined;
  body?: object | undefined;
}

async function send(method: string, path: string, { as, cookie, body }: Sent = {}): Promise<Answer> {
  return world.server.send(method, path, {
    headers: { 'x-timezone': 'UTC' },
    ...(as ? { token: world[as].token } : {}),
    ...(cookie ? { cookie: world[cookie].cookie } : {}),
    ...(body ? { body } : {}),
  });
}

/** What is done is taken back, so that every expectation finds the same world. */
async function takenBack<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    putBack();
  }
}

/** Where rule 17 shows no base path a row stands under /api too; there POST /users is the registration. */
function basesOf(at: string): string[] {
  return at.includes(' /api/') || at === 'POST /users' ? [''] : ['', '/api'];
}

/** True when a path is one of the row's own, its parameters filled in. */
function isPathOf(template: string, path: string): boolean {
  const pattern = template.replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`).test(path.split('?')[0] ?? '');
}

async function behold(at: string, base: string, { as, cookie, path, body }: Golden): Promise<Answer> {
  const [method = '', template = ''] = at.split(' ');
  const address = path?.(world) ?? template;
  expect(isPathOf(template, address)).toBe(true);
  return send(method, base + address, { as, cookie, body: body?.(world) });
}

/** The document describes what is answered: reading an answer by it drops nothing and misses nothing. */
function described({ answer }: Row, body: unknown): unknown {
  return answer ? answer.parse(body) : '';
}

test('every row of the table has an expectation, and every expectation a row', () => {
  const rows = routes.map(row => row.at);
  expect(Object.keys(golden).sort()).toEqual(rows.toSorted());
  expect(new Set(rows).size).toBe(rows.length);
});

const places = routes.flatMap(row => basesOf(row.at).map(base => [row.at, base, row] as const));

describe.each(places)('%s at "%s/"', (at, base, row) => {
  test('returns its golden shape', async () => {
    const expected = golden[at];
    if (!expected) throw new Error(`${at} has no expectation`);
    const answer = await takenBack(() => behold(at, base, expected));
    expect([answer.status, answer.body]).toEqual([expected.status, expected.answer(world)]);
    expect(described(row, answer.body)).toEqual(answer.body);
    expect(answer.headers.get('x-total-count')).toBe(expected.total?.toString() ?? null);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

const lists = places.filter(([at]) => golden[at]?.total !== undefined);
const literal = lists.filter(([at]) => !/messages|conversations/.test(at));

test.each(literal)('%s at "%s/" is whole, or the page that is asked for', async (at, base) => {
  const expected = golden[at];
  if (!expected) throw new Error(`${at} has no expectation`);
  const whole = (await behold(at, base, expected)).body;
  const pages: [string, number, number][] = [
    ['_page=1&_limit=1', 0, 1],
    ['_page=2&_limit=1', 1, 2],
    ['_page=1', 0, 10],
    ['_page=2', 10, 20],
    ['_limit=2', 0, 2],
    ['_page=x&_limit=3', 0, 3],
    ['_page=&_limit=', 0, 100],
    ['_page=99&_limit=100', 9800, 9900],
  ];
  for (const [query, from, to] of pages) {
    const page = await behold(at, base, { ...expected, path: w => `${pathOf(at, expected, w)}?${query}` });
    expect([query, page.status, page.body]).toEqual([query, 200, whole.slice(from, to)]);
    expect(page.headers.get('x-total-count')).toBe(String(whole.length));
  }
  for (const limit of ['0', '101', '-1', '1.5', '1e1', '0x9', 'all', '5&_limit=5']) {
    const path = (w: World) => `${pathOf(at, expected, w)}?_limit=${limit}`;
    const refused = await behold(at, base, { ...expected, path });
    expect([limit, refused.status, refused.body]).toEqual([
      limit,
      400,
      { message: 'Limit must be from 1 to 100', code: 'BAD_REQUEST' },
    ]);
  }
});

function pathOf(at: string, { path }: Golden, w: World): string {
  return path?.(w) ?? at.split(' ')[1] ?? '';
}

test('a list of hundreds is whole unless a page is asked for', async () => {
  await takenBack(async () => {
    for (let number = 0; number < 120; number++) {
      const body = { title: `n ${number}`, dueDate: '2026-03-05' };
      await send('POST', '/tasks', { as: 'uma', body });
    }
    const whole = await send('GET', '/tasks', { as: 'uma' });
    expect([whole.body.length, whole.headers.get('x-total-count')]).toEqual([120, '120']);
    const page = await send('GET', '/tasks?_page=3&_limit=50', { as: 'uma' });
    expect(page.body).toEqual(whole.body.slice(100, 120));
    expect(page.headers.get('x-total-count')).toBe('120');
  });
}, 60_000);

describe('GET /api/goals/{dueDate}', () => {
  test.each([
    ['03-05-2020', ['Bins']],
    ['2020-03-05', ['Bins']],
    ['2020-03-05T23:59:59.999Z', ['Bins']],
    ['2020-03-06T00:30:00.000%2B02:00', ['Bins']],
    ['03-06-2020', ['Done']],
    ['05-03-2020', []],
  ])('%s', async (named, titles) => {
    const { status, body } = await send('GET', `/api/goals/${named}`, { as: 'eli' });
    expect([status, body.map((one: { title: string }) => one.title)]).toEqual([200, titles]);
  });

  test.each(['02-30-2020', '2020-13-01', '3-5-2020', 'today'])('%s is no date', async named => {
    const { status, body } = await send('GET', `/api/goals/${named}`, { as: 'eli' });
    expect([status, body]).toEqual([400, { message: 'Due date is invalid', code: 'BAD_REQUEST' }]);
  });
});

describe('{managerId}', () => {
  test.each(['users', 'goals'])(
    'of another is not found for a manager, and found for an Admin: %s',
    async of => {
      for (const base of ['', '/api']) {
        const another = await send('GET', `${base}/manager/${world.ada.id}/${of}`, { as: 'max' });
        expect([another.status, another.body]).toEqual([
          404,
          { message: 'User not found', code: 'NOT_FOUND' },
        ]);
        const asAdmin = await send('GET', `${base}/manager/${world.max.id}/${of}`, { as: 'ada' });
        const asSelf = await send('GET', `${base}/manager/${world.max.id}/${of}`, { as: 'max' });
        expect([asAdmin.status, asAdmin.body]).toEqual([200, asSelf.body]);
        expect(asAdmin.body).not.toEqual([]);
        const employee = await send('GET', `${base}/manager/${world.max.id}/${of}`, { as: 'eli' });
        expect([employee.status, employee.body.code]).toEqual([403, 'FORBIDDEN']);
      }
    },
  );
});

describe('static words come before parameters', () => {
  test.each([
    ['/manager/goals/users', 'the tasks of a user called users', 404],
    ['/manager/users/goals', 'a member called goals', 404],
    ['/manager/users/users', 'a member called users', 404],
  ])('GET %s is %s', async (path, _what, status) => {
    for (const base of ['', '/api']) {
      const answer = await send('GET', base + path, { as: 'max' });
      expect([answer.status, answer.body]).toEqual([
        status,
        { message: 'User not found', code: 'NOT_FOUND' },
      ]);
    }
  });

  test('and the words that both could be are the words', async () => {
    for (const view of ['complete', 'incomplete', 'today']) {
      const mine = await send('GET', `/tasks/${view}`, { as: 'eli' });
      const theirs = await send('GET', `/member/${world.eli.id}/tasks/${view}`, { as: 'max' });
      expect(theirs.body).toEqual(mine.body);
    }
    const body = { email: 'eli@example.com', password: 'Eli-secret' };
    expect((await takenBack(() => send('POST', '/api/users/login', { body }))).status).toBe(200);
    // A user cannot be called login: to ask for that one finds no one.
    expect((await send('GET', '/api/users/login', { as: 'max' })).status).toBe(404);
  });
});

interface Removal {
  at: string;
  as: Who;
  id: (w: World) => string;
}

const REMOVALS: Removal[] = [
  { at: '/tasks', as: 'max', id: w => w.own },
  { at: '/manager/tasks', as: 'max', id: w => w.own },
  { at: '/users', as: 'ada', id: w => w.uma.id },
  { at: '/groceries', as: 'max', id: w => w.item },
  { at: '/messages', as: 'max', id: w => w.first },
  { at: '/invitations', as: 'max', id: w => w.invitation },
];

const REMOVALS_BY_PATH: Removal[] = [
  { at: '/api/goals', as: 'max', id: w => w.own },
  { at: '/manager/goals', as: 'max', id: w => w.own },
  { at: '/api/admin/goals', as: 'ada', id: w => w.own },
  { at: '/api/admin/users', as: 'ada', id: w => w.uma.id },
];

describe('DELETE', () => {
  const refusal = { message: 'Id in the body and in the address differ', code: 'BAD_REQUEST' };

  test('the lists below contain every row that deletes', () => {
    const rows = routes.filter(({ at }) => at.startsWith('DELETE ')).map(({ at }) => at.split(' ')[1] ?? '');
    const named = [...REMOVALS.map(({ at }) => at), ...REMOVALS_BY_PATH.map(({ at }) => `${at}/:id`)];
    expect(named.toSorted()).toEqual(rows.toSorted());
  });

  test.each(REMOVALS)('$at takes the id from the body or from ?id=', async ({ at, as, id: idOf }) => {
    const id = idOf(world);
    const ways: [string, object | undefined][] = [
      ['', { id }],
      ['', { _id: id }],
      ['', { data: { id } }],
      [`?id=${id}`, undefined],
      [`/?id=${id}`, { id, _id: id }],
    ];
    for (const [query, body] of ways) {
      const answer = await takenBack(() => send('DELETE', at + query, { as, body }));
      expect([query, answer.status, answer.body]).toEqual([query, 200, { id }]);
    }
    const disagreeing: [string, object | undefined][] = [
      ['?id=another', { id }],
      ['', { id, _id: 'another' }],
      [`?id=${id}`, { data: { id: 'another' } }],
      [`?id=${id}&id=another`, undefined],
    ];
    for (const [query, body] of disagreeing) {
      const answer = await takenBack(() => send('DELETE', at + query, { as, body }));
      expect([query, answer.status, answer.body]).toEqual([query, 400, refusal]);
    }
  });

  test.each(REMOVALS_BY_PATH)('$at takes the id from the path', async ({ at, as, id: idOf }) => {
    const id = idOf(world);
    for (const body of [undefined, {}, { id }, { data: { _id: id } }]) {
      const answer = await takenBack(() => send('DELETE', `${at}/${id}`, { as, body }));
      expect([answer.status, answer.body]).toEqual([200, { id }]);
    }
    for (const [query, body] of [
      ['', { id: 'another' }],
      ['?id=another', undefined],
    ] as const) {
      const answer = await takenBack(() => send('DELETE', `${at}/${id}${query}`, { as, body }));
      expect([query, answer.status, answer.body]).toEqual([query, 400, refusal]);
    }
  });
});

describe('roles come as names in any case, as codes, or as a list', () => {
  const ROLES: [unknown, string[]][] = [
    ['Manager', ['Manager']],
    ['mAnAgEr', ['Manager']],
    [1984, ['Manager']],
    ['1984', ['Manager']],
    [['1984'], ['Manager']],
  ];
  const nia = { name: 'Nia', email: 'nia@example.com', password: 'abc1!' };
  async function made(path: string, as: Who | undefined, roles: unknown) {
    return takenBack(() => send('POST', path, { as, body: { ...nia, roles } }));
  }

  test.each([...ROLES, [2001, ['User']], ['user', ['User']], [[2001], ['User']]])(
    'at registration: %j',
    async (roles, names) => {
      const { status, body } = await made('/api/users/', undefined, roles);
      expect([status, body.roles]).toEqual([201, names]);
    },
  );

  test.each([5150, 'Admin', [5150], 'Employee', [1984, 2001], [], 'Cook', 1985, null])(
    'at registration %j makes no account',
    async roles => {
      expect((await made('/api/users/', undefined, roles)).status).toBe(400);
      const everyone = await send('GET', '/users', { as: 'ada' });
      expect(everyone.body).toEqual(shape.everyone(world));
    },
  );

  const MEMBER_ROLES: [unknown, string[]][] = [
    ...ROLES,
    [2001, ['Employee']],
    [[2001], ['Employee']],
    ['employee', ['Employee']],
    [
      [2001, 1984],
      ['Manager', 'Employee'],
    ],
    [[], ['Employee']],
  ];

  test.each(MEMBER_ROLES)('of a new member: %j', async (roles, names) => {
    for (const path of ['/users', '/manager/users', '/api/manager/users']) {
      const { status, body } = await made(path, 'max', roles);
      const { user, ...rest } = body;
      expect([status, rest, user.roles]).toEqual([201, { success: true }, names]);
      expect(user.manager).toBe(world.max.id);
    }
  });

  test.each([5150, 'Admin', [1984, 5150], 'User', 'Cook'])('a member is never created as %j', async roles => {
    expect((await made('/manager/users', 'max', roles)).status).toBe(400);
    expect((await made('/manager/users', 'ada', roles)).status).toBe(400);
  });

  test('of a member that changes, and the Admin that an Admin makes', async () => {
    const change = (as: Who, roles: unknown) =>
      takenBack(() => send('PATCH', '/users', { as, body: { id: world.eli.id, roles } }));
    expect((await change('max', [1984])).body).toMatchObject({ roles: ['Manager'], isManager: true });
    expect((await change('max', [2001, 1984])).body.roles).toEqual(['Manager', 'Employee']);
    expect((await change('max', [5150])).status).toBe(403);
    expect((await change('ada', [5150])).body).toMatchObject({ roles: ['Admin', 'Employee'], isAdmin: true });
  });
});

describe('fields', () => {
  test('come bare or wrapped in data, `_id` for `id` and `name` for `username`', async () => {
    const { eli, bins } = world;
    const bodies: [string, object, object][] = [
      ['/tasks', { _id: bins, text: 'new' }, { id: bins, text: 'new' }],
      ['/tasks', { data: { _id: bins, text: 'new' } }, { id: bins, text: 'new' }],
      ['/users', { _id: eli.id, name: 'Elias' }, { id: eli.id, username: 'Elias', name: 'Elias' }],
      ['/users', { data: { id: eli.id, username: 'Elias' } }, { id: eli.id, name: 'Elias' }],
    ];
    for (const [path, body, expected] of bodies) {
      const answer = await takenBack(() => send('PATCH', path, { as: 'max', body }));
      expect([answer.status, answer.body]).toMatchObject([200, expected]);
    }
  });

  test('assignees come as ids, or as objects with either name of the id', async () => {
    const { eli, max } = world;
    const given = [
      [eli.id],
      [{ id: eli.id }],
      [{ _id: eli.id, username: 'Eli' }],
      [{ _id: eli.id, id: eli.id }],
    ];
    for (const assignees of given) {
      const body = { title: 'x', dueDate: '2026-03-05', assignees, user: eli.id, manager: 'unknown' };
      const answer = await takenBack(() => send('POST', '/tasks', { as: 'max', body }));
      expect(answer.body).toMatchObject({
        user: max.id,
        manager: max.id,
        assignees: [shape.assignee(world, 'eli')],
      });
    }
  });

  test('a stranger cannot be assigned in any form', async () => {
    const { uma } = world;
    for (const assignees of [[uma.id], [{ _id: uma.id }], [{ id: 'unknown' }]]) {
      const body = { title: 'x', dueDate: '2026-03-05', assignees };
      const { status, body: said } = await send('POST', '/manager/tasks', { as: 'max', body });
      expect([status, said.message]).toEqual([400, 'You can only assign tasks to your own members']);
    }
  });

  test('the people of a conversation come as ids, emails or objects', async () => {
    const { uma, ada } = world;
    const given = [
      [uma.id],
      ['uma@example.com'],
      [{ id: uma.id }],
      [{ _id: uma.id }],
      [{ email: 'UMA@example.com' }, { email: 'ada@example.com' }],
      [ada.id, { id: uma.id, email: 'uma@example.com' }],
    ];
    for (const users of given) {
      const body = { users, message: 'Yes?', timestamp: '1970-01-01T00:00:01Z' };
      const answer = await takenBack(() => send('POST', '/conversations', { as: 'ada', body }));
      expect([answer.status, answer.body]).toMatchObject([
        201,
        { participants: 'ada@example.com-uma@example.com', timestamp: 1000, message: 'Yes?' },
      ]);
    }
  });

  test('the path determines the person, not the body', async () => {
    const { max, eli } = world;
    const body = { title: 'x', dueDate: '2026-03-05', assignees: [max.id] };
    for (const [path, as] of [
      [`/manager/goals/${eli.id}`, 'max'],
      [`/api/admin/goals/${eli.id}`, 'ada'],
    ] as const) {
      const { body: made } = await takenBack(() => send('POST', path, { as, body }));
      expect(made).toMatchObject({ user: world[as].id, manager: max.id });
      expect(made.assignees).toEqual([shape.assignee(world, 'eli')]);
    }
  });

  test('a message sent twice is one message, and an edited one keeps its place', async () => {
    await takenBack(async () => {
      const body = { conversationId: world.conversation, message: 'Bye', timestamp: 3000 };
      const [one, two] = [
        await send('POST', '/messages', { as: 'eli', body }),
        await send('POST', '/messages', { as: 'eli', body: { data: body } }),
      ];
      expect([two.status, two.body]).toEqual([201, one.body]);
      await send('PATCH', '/messages', {
        as: 'eli',
        body: { data: { _id: one.body.id, message: 'See you' } },
      });
      const list = await send('GET', `/messages?conversationId=${world.conversation}`, { as: 'max' });
      expect(list.body.map((each: { message: string }) => each.message)).toEqual(['Hello', 'Hi', 'See you']);
    });
  });
});

test('the access token names its user', async () => {
  const body = { email: 'eli@example.com', password: 'Eli-secret' };
  const { accessToken } = (await takenBack(() => send('POST', '/auth', { body }))).body;
  const { UserInfo } = JSON.parse(Buffer.from(accessToken.split('.')[1], 'base64url').toString());
  expect(UserInfo).toEqual({
    username: 'Eli',
    roles: ['Employee'],
    id: world.eli.id,
    manager: world.max.id,
  });
});

test('POST /users under /api registers, and asks for no token', async () => {
  const body = { username: 'Nia', email: 'nia@example.com', password: 'abc1!', roles: ['Employee'] };
  const refused = await send('POST', '/api/users', { as: 'max', body });
  expect([refused.status, refused.body]).toEqual([
    400,
    { message: 'Roles must be User or Manager', code: 'BAD_REQUEST' },
  ]);
});

test('X-Total-Count may be read by the origins that are let in', async () => {
  const origin = 'https://elsewhere.example';
  const server = await startServer({ ALLOWED_ORIGINS: origin });
  const { token } = await signUp(server, 'Nia');
  const { headers } = await server.send('GET', '/tasks', { token, headers: { origin } });
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('access-control-expose-headers')).toContain('X-Total-Count');
  await server.close();
});
