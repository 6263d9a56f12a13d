import { expect } from 'vitest';
import * as shape from './shapes.ts';
import type { Who, World } from './world.ts';

/** What one row of the table is expected to do with a request as the client of rule 17 sends it. */
export interface Golden {
  /** Who asks; left out where no token is needed. */
  as?: Who;
  /** Written out where the row's path holds more than its words: parameters, a query, the slash at its end. */
  path?: (world: World) => string;
  body?: (world: World) => object;
  /** Whose refresh cookie goes along. */
  cookie?: Who;
  status: 200 | 201 | 204;
  /** All of the answer, no key more or less. */
  answer: (world: World) => unknown;
  /** X-Total-Count, of a list. */
  total?: number;
}

const DUE = '2026-03-05T12:00:00.000Z';
const END = '2026-12-24T12:00:00.000Z';

const login = { body: () => ({ email: 'eli@example.com', password: 'Eli-secret' }) };

const authentication: Record<string, Golden> = {
  'POST /auth': { ...login, status: 200, answer: accessToken },
  'GET /auth/refresh': { cookie: 'eli', status: 200, answer: accessToken },
  'POST /auth/logout': { cookie: 'eli', status: 204, answer: () => '' },
  'POST /api/users': {
    path: () => '/api/users/',
    body: () => ({ name: 'Nia', email: 'nia@example.com', password: 'x', roles: [1984], manager: '' }),
    status: 201,
    answer: () => shape.session(shape.NEW_ID, 'Nia', ['Manager']),
  },
  'POST /api/users/login': {
    ...login,
    status: 200,
    answer: ({ eli }) => shape.session(eli.id, 'Eli', ['Employee']),
  },
  'POST /api/users/reset-password': {
    body: () => ({ email: 'eli@example.com' }),
    status: 200,
    answer: () => ({
      message: "Email isn't set up on this server. Ask your manager or an Admin for a link.",
    }),
  },
  'POST /api/users/new-password': {
    body: ({ link }) => ({ token: link, password: 'a new one' }),
    status: 200,
    answer: redeemed,
  },
  'POST /api/users/take-back-email': {
    body: ({ restoring }) => ({ token: restoring }),
    status: 200,
    answer: () => ({ message: expect.stringContaining('Your email is restored') }),
  },
  'POST /member/activate': {
    body: ({ activation }) => ({ token: activation, password: 'a new one' }),
    status: 200,
    answer: () => ({ message: 'Your password is set. You are signed in.', accessToken: shape.TOKEN }),
  },
};

const invitations: Record<string, Golden> = {
  'POST /invitations': {
    as: 'max',
    body: () => ({ role: 'Employee', uses: 3 }),
    status: 201,
    answer: world => ({
      ...shape.invitation(world, shape.NEW_ID, { uses: 3 }),
      url: expect.stringMatching(/^http:\/\/[\w.:]+\/join\?token=[\w-]{43}$/),
    }),
  },
  'GET /invitations': {
    as: 'max',
    status: 200,
    answer: world => [shape.invitation(world, world.invitation, {})],
    total: 1,
  },
  'DELETE /invitations': {
    as: 'max',
    body: ({ invitation: id }) => ({ id }),
    status: 200,
    answer: ({ invitation: id }) => ({ id }),
  },
  'POST /invitations/redeem': {
    body: ({ invited: token }) => ({ token, name: 'Nia', email: 'nia@example.com', password: 'x' }),
    status: 201,
    answer: () => shape.session(shape.NEW_ID, 'Nia', ['Employee']),
  },
};

/** A repeating task, as the Add Task dialog sends it: its people as they were listed. */
const created: Omit<Golden, 'as'> = {
  body: world => ({
    user: world.max.id,
    title: 'Plants',
    text: 'All of them',
    dueDate: DUE,
    manager: world.max.id,
    assignees: [{ _id: world.eli.id, username: 'Eli' }],
    recurrenceInterval: 3,
    recurrenceType: 'interval',
    recurrenceEndDate: END,
  }),
  status: 201,
  answer: world =>
    shape.task(world, shape.NEW_ID, {
      ...shape.on(DUE),
      title: 'Plants',
      text: 'All of them',
      user: world.max.id,
      assignees: [shape.assignee(world, 'eli')],
      recurrenceType: 'interval',
      recurrenceInterval: 3,
      recurrenceEndDate: END,
    }),
};

/** The whole task with its flag flipped, as the Complete button sends it. */
const completed: Omit<Golden, 'as' | 'path'> = {
  body: ({ bins: id, max }) => ({ id, completed: true, title: 'Bins', text: '', user: max.id }),
  status: 200,
  answer: world => ({
    ...shape.bins(world),
    completed: true,
    ...shape.completedBy(world, 'eli'),
    updatedAt: shape.aMomentAfter(world.now),
  }),
};

const deleted: Omit<Golden, 'as'> = {
  body: ({ own: id }) => ({ id }),
  status: 200,
  answer: ({ own: id }) => ({ id }),
};

/** A list of tasks: of Eli's three, or of the four in Max's area. */
function list(as: Who, ...shapes: ((world: World) => object)[]): Golden {
  return { as, status: 200, answer: world => shapes.map(each => each(world)), total: shapes.length };
}

const ELIS = [shape.bins, shape.done, shape.due];
const AREA = [...ELIS, shape.own];

const tasks: Record<string, Golden> = {
  'GET /tasks': list('eli', ...ELIS),
  'GET /tasks/complete': list('eli', shape.done),
  'GET /tasks/incomplete': list('eli', shape.bins, shape.due),
  'GET /tasks/today': list('eli', shape.due),
  'POST /tasks': { as: 'max', ...created },
  'PATCH /tasks': { as: 'eli', ...completed },
  'DELETE /tasks': { as: 'max', ...deleted },

  'GET /manager/tasks': list('max', ...AREA),
  'GET /manager/tasks/complete': list('max', shape.done),
  'GET /manager/tasks/incomplete': list('max', shape.bins, shape.due, shape.own),
  'GET /manager/tasks/today': list('max', shape.due),
  'POST /manager/tasks': { as: 'max', ...created },
  'PATCH /manager/tasks': {
    as: 'max',
    body: ({ done: id, max, eli }) => ({
      ...{ id, completed: false, title: 'Not done', text: 'yet', user: eli.id, dueDate: DUE },
      assignees: [eli.id, max.id],
    }),
    status: 200,
    answer: world => ({
      ...shape.done(world),
      ...shape.on(DUE),
      title: 'Not done',
      text: 'yet',
      completed: false,
      completedAt: null,
      completedBy: null,
      assignees: [shape.assignee(world, 'eli'), shape.assignee(world, 'max')],
      updatedAt: shape.aMomentAfter(shape.aMomentAfter(world.now)),
    }),
  },
  'DELETE /manager/tasks': { as: 'max', ...deleted },

  'GET /member/:userId/tasks': { ...list('max', ...ELIS), path: ({ eli }) => `/member/${eli.id}/tasks` },
  'GET /member/:userId/tasks/today': {
    ...list('max', shape.due),
    path: ({ eli }) => `/member/${eli.id}/tasks/today`,
  },
  'GET /member/:userId/tasks/complete': {
    ...list('max', shape.done),
    path: ({ eli }) => `/member/${eli.id}/tasks/complete`,
  },
  'GET /member/:userId/tasks/incomplete': {
    ...list('max', shape.bins, shape.due),
    path: ({ eli }) => `/member/${eli.id}/tasks/incomplete`,
  },
};

const goals: Record<string, Golden> = {
  'GET /api/goals': { ...list('eli', ...ELIS), path: () => '/api/goals/' },
  'GET /api/goals/:dueDate': { ...list('eli', shape.bins), path: () => '/api/goals/03-05-2020' },
  'POST /api/goals': {
    as: 'uma',
    path: () => '/api/goals/',
    body: ({ uma }) => ({ user: uma.id, title: 'Alone', text: '', dueDate: DUE }),
    status: 201,
    answer: world =>
      shape.task(world, shape.NEW_ID, {
        ...shape.on(DUE),
        title: 'Alone',
        user: world.uma.id,
        manager: null,
      }),
  },
  'PUT /api/goals/:id': { as: 'eli', path: ({ bins }) => `/api/goals/${bins}`, ...completed },
  'DELETE /api/goals/:id': {
    as: 'max',
    path: ({ own }) => `/api/goals/${own}`,
    status: 200,
    answer: ({ own: id }) => ({ id }),
  },
};

const member: Golden = {
  as: 'max',
  body: ({ max }) => ({
    username: 'Nia',
    email: 'nia@example.com',
    password: 'abc1!',
    roles: ['Employee'],
    manager: max.id,
  }),
  status: 201,
  answer: world => shape.member(world, world.max.id),
};

/** A goal for Eli: who is meant stands in the address. */
const goalForEli: Omit<Golden, 'as' | 'path'> = {
  body: () => ({ title: 'For Eli', dueDate: DUE }),
  status: 201,
  answer: world =>
    shape.task(world, shape.NEW_ID, {
      ...shape.on(DUE),
      title: 'For Eli',
      user: expect.stringMatching(`^(${world.ada.id}|${world.max.id})$`),
      assignees: [shape.assignee(world, 'eli')],
    }),
};

const removed: Omit<Golden, 'as' | 'path'> = {
  status: 200,
  answer: ({ uma }) => ({ id: uma.id }),
};

const people: Record<string, Golden> = {
  'GET /users': { as: 'max', status: 200, answer: world => [shape.user(world, 'eli')], total: 1 },
  'GET /users/:userId': {
    as: 'max',
    path: ({ eli }) => `/users/${eli.id}`,
    status: 200,
    answer: world => shape.user(world, 'eli'),
  },
  'POST /users': member,
  'PATCH /users': {
    as: 'max',
    body: ({ eli }) => ({
      ...{ id: eli.id, email: 'ELI@new.example', username: 'Elias' },
      roles: ['Employee', 'Manager'],
      active: false,
    }),
    status: 200,
    answer: world => ({
      ...shape.user(world, 'eli'),
      username: 'Elias',
      name: 'Elias',
      email: 'eli@new.example',
      roles: ['Manager', 'Employee'],
      active: false,
      isManager: true,
    }),
  },
  'POST /users/:id/move': {
    as: 'ada',
    path: ({ eli }) => `/users/${eli.id}/move`,
    body: ({ ada }) => ({ manager: ada.id }),
    status: 200,
    answer: world => ({
      ...shape.user(world, 'eli'),
      manager: world.ada.id,
      tasks: 1,
      sentences: [
        'Eli leaves the household of Max and joins the household of Ada.',
        'Ada will manage the 1 open task that Eli created.',
        '1 open task that others assigned to Eli stays assigned. Ada will see it.',
        'The 1 grocery item that Eli added stays on the list of Max. Eli will use the grocery list of Ada.',
        '1 thread stays readable, but Eli can no longer write in it.',
      ],
    }),
  },
  'DELETE /users': { as: 'ada', body: ({ uma }) => ({ id: uma.id }), ...removed },

  'GET /manager/:managerId/users': {
    as: 'max',
    path: ({ max }) => `/manager/${max.id}/users`,
    status: 200,
    answer: world => [shape.user(world, 'eli')],
    total: 1,
  },
  'GET /manager/users/:id': {
    as: 'max',
    path: ({ eli }) => `/manager/users/${eli.id}`,
    status: 200,
    answer: world => shape.user(world, 'eli'),
  },
  'POST /manager/users': member,
  'GET /manager/goals/:user': { ...list('max', ...ELIS), path: ({ eli }) => `/manager/goals/${eli.id}` },
  'GET /manager/:managerId/goals': { ...list('max', ...AREA), path: ({ max }) => `/manager/${max.id}/goals` },
  'POST /manager/goals/:employeeId': {
    as: 'max',
    path: ({ eli }) => `/manager/goals/${eli.id}`,
    ...goalForEli,
  },
  'DELETE /manager/goals/:id': {
    as: 'max',
    path: ({ own }) => `/manager/goals/${own}`,
    status: 200,
    answer: ({ own: id }) => ({ id }),
  },

  'GET /api/admin/users': { as: 'ada', status: 200, answer: shape.everyone, total: 4 },
  'GET /api/admin/users/:id': {
    as: 'ada',
    path: ({ uma }) => `/api/admin/users/${uma.id}`,
    status: 200,
    answer: world => shape.user(world, 'uma'),
  },
  'DELETE /api/admin/users/:id': {
    as: 'ada',
    path: ({ uma }) => `/api/admin/users/${uma.id}`,
    ...removed,
  },
  'GET /api/admin/goals': list('ada', ...AREA),
  'GET /api/admin/goals/:user': { ...list('ada', ...ELIS), path: ({ eli }) => `/api/admin/goals/${eli.id}` },
  'POST /api/admin/goals/:userId': {
    as: 'ada',
    path: ({ eli }) => `/api/admin/goals/${eli.id}`,
    ...goalForEli,
  },
  'DELETE /api/admin/goals/:id': {
    as: 'ada',
    path: ({ own }) => `/api/admin/goals/${own}`,
    status: 200,
    answer: ({ own: id }) => ({ id }),
  },
};

const groceries: Record<string, Golden> = {
  'GET /groceries': { as: 'max', status: 200, answer: world => [shape.item(world)], total: 1 },
  'POST /groceries': {
    as: 'eli',
    body: ({ eli }) => ({ user: eli.id, name: 'Bread', count: '3' }),
    status: 201,
    answer: world => ({
      ...shape.item(world),
      ...{ _id: shape.NEW_ID, id: shape.NEW_ID, name: 'Bread', count: 3, price: 0 },
    }),
  },
  'PATCH /groceries': {
    as: 'max',
    body: ({ item: _id, eli }) => ({
      ...{
        _id,
        user: eli.id,
        name: 'Oat milk',
        count: 'x',
        price: '0.30',
        purchased: true,
        section: 'Dairy',
      },
    }),
    status: 200,
    answer: world => ({
      ...shape.item(world),
      ...{ name: 'Oat milk', count: 1, price: 0.3, purchased: true, section: 'Dairy' },
    }),
  },
  'DELETE /groceries': {
    as: 'max',
    body: ({ item: id }) => ({ id }),
    status: 200,
    answer: ({ item: id }) => ({ id }),
  },
};

const served = '_sort=timestamp&_order=desc&_page=1&_limit=20';
const messaging: Record<string, Golden> = {
  'GET /messages': {
    as: 'eli',
    path: world => `/messages?conversationId=${world.conversation}&${served}`,
    status: 200,
    answer: world => [secondMessage(world), firstMessage(world)],
    total: 2,
  },
  'POST /messages': {
    as: 'eli',
    body: world => ({
      conversationId: world.conversation,
      sender: shape.person(world, 'eli'),
      receiver: shape.person(world, 'max'),
      message: 'Bye',
      timestamp: '1970-01-01T00:00:03.000Z',
    }),
    status: 201,
    answer: world => shape.message(world, 'eli', { id: shape.NEW_ID, message: 'Bye', timestamp: 3000 }),
  },
  'PATCH /messages': {
    as: 'max',
    body: ({ first: id }) => ({ id, message: 'Hello!' }),
    status: 200,
    answer: world => ({ ...firstMessage(world), message: 'Hello!' }),
  },
  'DELETE /messages': {
    as: 'max',
    body: ({ first: id }) => ({ id }),
    status: 200,
    answer: ({ first: id }) => ({ id }),
  },
  'GET /conversations': {
    as: 'eli',
    path: () => `/conversations?participants_like=eli@example.com&${served}`,
    status: 200,
    answer: world => [shape.conversation(world, {})],
    total: 1,
  },
  'POST /conversations': {
    as: 'ada',
    body: world => ({
      data: {
        users: [{ email: 'ada@example.com' }, shape.person(world, 'uma')],
        message: 'Yes?',
        timestamp: 9,
      },
    }),
    status: 201,
    answer: world =>
      shape.conversation(world, {
        id: shape.NEW_ID,
        participants: 'ada@example.com-uma@example.com',
        users: [shape.person(world, 'ada'), shape.person(world, 'uma')],
        message: 'Yes?',
        timestamp: 9,
      }),
  },
  'PATCH /conversations/:id': {
    as: 'eli',
    path: world => `/conversations/${world.conversation}`,
    body: () => ({ data: { message: 'Bye', timestamp: 3000 } }),
    status: 200,
    answer: world => shape.conversation(world, { message: 'Bye', timestamp: 3000 }),
  },
};

/** One expectation for each row of the table, by its `at`. */
export const golden: Record<string, Golden> = {
  ...authentication,
  ...invitations,
  ...tasks,
  ...goals,
  ...people,
  ...groceries,
  ...messaging,
};

function accessToken(): object {
  return { accessToken: shape.TOKEN };
}

function redeemed(): object {
  return { message: 'Your password is set. You can log in now.' };
}

function firstMessage(world: World): object {
  return shape.message(world, 'max', { id: world.first, message: 'Hello', timestamp: 1000 });
}

function secondMessage(world: World): object {
  return shape.message(world, 'eli', { id: world.second, message: 'Hi', timestamp: 2000 });
}
