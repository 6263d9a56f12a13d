import { createMemberInput, updateMemberInput } from '@onus/contract/member';
import { createTaskInput } from '@onus/contract/task';
import { z } from 'zod';
import { wholeList } from '../../doors/long-list.ts';
import { type Call, type RestRequest, type Row, renamed, taskFields, unchecked } from '../row.ts';
import { createdUserJson, idJson, pageQuery, taskJson, taskShape, userJson, userShape } from '../shapes.ts';

const usersJson = z.array(userJson);
const tasksJson = z.array(taskJson);

/** Spec 7, User data calls, Manager and Admin. */
export const peopleRows: readonly Row[] = [
  {
    at: 'GET /users',
    does: 'My members; for an Admin everybody',
    query: pageQuery,
    answer: usersJson,
    run: async call => (await call.member.whole({})).map(userShape),
  },
  {
    at: 'GET /users/:userId',
    does: 'A user whose record I may see',
    answer: userJson,
    run: async (call, { params }) => userShape(await call.member.get({ id: params.userId ?? '' })),
  },
  member('POST /users'),
  {
    at: 'PATCH /users',
    does: 'Change a user: name, email, roles, active',
    body: updateMemberInput,
    answer: userJson,
    run: async (call, { fields, id }) =>
      userShape(await call.member.update(unchecked({ ...renamed(fields), id }))),
  },
  removeUser('DELETE /users'),

  {
    at: 'GET /manager/:managerId/users',
    does: 'The members of a manager: oneself, for an Admin any',
    query: pageQuery,
    answer: usersJson,
    run: async (call, { params }) =>
      (await call.member.whole({ managerId: params.managerId })).map(userShape),
  },
  only('Manager', {
    at: 'GET /manager/users/:id',
    does: 'A member of mine',
    answer: userJson,
    run: async (call, { params }) => userShape(await call.member.get({ id: params.id ?? '' })),
  }),
  member('POST /manager/users'),
  only('Manager', tasksOf('GET /manager/goals/:user')),
  {
    at: 'GET /manager/:managerId/goals',
    does: 'The tasks of a manager’s area: oneself, for an Admin any',
    query: pageQuery,
    answer: tasksJson,
    run: (call, { params: { managerId } }) =>
      wholeList(place => call.manager.tasks({ view: 'all', managerId, ...place }), taskShape),
  },
  only('Manager', taskFor('POST /manager/goals/:employeeId')),
  only('Manager', removeTask('DELETE /manager/goals/:id')),

  only('Admin', {
    at: 'GET /api/admin/users',
    does: 'Everybody',
    query: pageQuery,
    answer: usersJson,
    run: async call => (await call.member.whole({})).map(userShape),
  }),
  only('Admin', {
    at: 'GET /api/admin/users/:id',
    does: 'A user',
    answer: userJson,
    run: async (call, { params }) => userShape(await call.member.get({ id: params.id ?? '' })),
  }),
  only('Admin', removeUser('DELETE /api/admin/users/:id')),
  only('Admin', {
    at: 'GET /api/admin/goals',
    does: 'All tasks',
    query: pageQuery,
    answer: tasksJson,
    run: call => wholeList(place => call.manager.tasks({ view: 'all', ...place }), taskShape),
  }),
  only('Admin', tasksOf('GET /api/admin/goals/:user')),
  only('Admin', taskFor('POST /api/admin/goals/:userId')),
  only('Admin', removeTask('DELETE /api/admin/goals/:id')),
];

function member(at: string): Row {
  return {
    at,
    does: 'Create a member of mine',
    status: 201,
    body: createMemberInput,
    answer: createdUserJson,
    run: async (call, { fields }) => ({
      success: true,
      user: userShape(await call.member.create(unchecked(renamed(fields)))),
    }),
  };
}

function removeUser(at: string): Row {
  return {
    at,
    does: 'Delete a user; the name stays in the history',
    answer: idJson,
    run: (call, { id }) => call.member.delete({ id }),
  };
}

function tasksOf(at: string): Row {
  return {
    at,
    does: 'The tasks of a user',
    query: pageQuery,
    answer: tasksJson,
    run: (call, { params: { user: userId = '' } }) =>
      wholeList(place => call.member.tasks({ view: 'all', userId, ...place }), taskShape),
  };
}

function taskFor(at: string): Row {
  return {
    at,
    does: 'Create a task for a user',
    status: 201,
    body: createTaskInput,
    answer: taskJson,
    run: async (call, { fields, params }) => {
      const assignees = [params.employeeId ?? params.userId];
      return taskShape(await call.task.create(unchecked({ ...taskFields(fields), assignees })));
    },
  };
}

function removeTask(at: string): Row {
  return { at, does: 'Delete a task', answer: idJson, run: (call, { id }) => call.task.delete({ id }) };
}

/** The same for a role only: the ladder is asked before. */
function only(role: 'Manager' | 'Admin', row: Row): Row {
  return {
    ...row,
    run: async (call: Call, request: RestRequest) => {
      await call.auth.demandRole({ role });
      return row.run(call, request);
    },
  };
}
