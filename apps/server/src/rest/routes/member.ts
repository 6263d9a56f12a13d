import { createMemberInput, updateMemberInput } from '@onus/contract/member';
import { createTaskInput } from '@onus/contract/task';
import { z } from 'zod';
import { LongList } from '../paging.ts';
import { type Call, type RestRequest, type Row, renamed, taskFields, unchecked } from '../row.ts';
import { createdUserJson, idJson, pageQuery, taskJson, taskShape, userJson, userShape } from '../shapes.ts';
import { managedTasks, tasksOfMember } from './task-lists.ts';

const usersJson = z.array(userJson);
const tasksJson = z.array(taskJson);
/** As many as a page of members may have. */
const MEMBERS = 100;
const moveJson = z.object({ manager: z.string().nullable().describe('the manager’s id; null for none') });
const movedJson = userJson.extend({
  tasks: z.number().int().describe('the number of tasks that have another manager now'),
  sentences: z.array(z.string()).describe('what the move changed'),
});

/** Rule 17, User data calls, Manager and Admin. */
export const memberRows: readonly Row[] = [
  {
    at: 'GET /users',
    does: 'My members; for an Admin all users',
    query: pageQuery,
    answer: usersJson,
    run: async call => members(call, {}),
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
    at: 'POST /users/:id/move',
    does: 'Give a user another manager, or none; for an Admin',
    body: moveJson,
    answer: movedJson,
    run: async (call, { fields: { manager, managerId = manager }, params }) => {
      const moved = await call.member.move(unchecked({ id: params.id, managerId }));
      return { ...userShape(moved), tasks: moved.tasks, sentences: moved.sentences };
    },
  },

  {
    at: 'GET /manager/:managerId/users',
    does: 'The members of a manager: the caller, or for an Admin any',
    query: pageQuery,
    answer: usersJson,
    run: async (call, { params: { managerId } }) => members(call, { managerId }),
  },
  only('Manager', {
    at: 'GET /manager/users/:id',
    does: 'One of my members',
    answer: userJson,
    run: async (call, { params }) => userShape(await call.member.get({ id: params.id ?? '' })),
  }),
  member('POST /manager/users'),
  only('Manager', tasksOf('GET /manager/goals/:user')),
  {
    at: 'GET /manager/:managerId/goals',
    does: 'The tasks of a manager’s area: the caller, or for an Admin any',
    isKept: true,
    query: pageQuery,
    answer: tasksJson,
    run: async (call, { params: { managerId } }) => managedTasks(call, { view: 'all', managerId }),
  },
  only('Manager', taskFor('POST /manager/goals/:employeeId')),
  only('Manager', removeTask('DELETE /manager/goals/:id')),

  only('Admin', {
    at: 'GET /api/admin/users',
    does: 'Everyone',
    query: pageQuery,
    answer: usersJson,
    run: async call => members(call, {}),
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
    isKept: true,
    query: pageQuery,
    answer: tasksJson,
    run: async call => managedTasks(call, { view: 'all' }),
  }),
  only('Admin', tasksOf('GET /api/admin/goals/:user')),
  only('Admin', taskFor('POST /api/admin/goals/:userId')),
  only('Admin', removeTask('DELETE /api/admin/goals/:id')),
];

function members(call: Call, which: { managerId?: string | undefined }): LongList {
  const procedures = {
    list: (place: object) => call.member.list({ ...which, ...place }),
    find: (place: { limit: number; page: number }) => call.member.find({ ...which, ...place }),
  };
  return LongList.of(procedures, userShape, MEMBERS);
}

function member(at: string): Row {
  return {
    at,
    does: 'Create one of my members',
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
    isKept: true,
    query: pageQuery,
    answer: tasksJson,
    run: async (call, { params: { user: userId = '' } }) => tasksOfMember(call, { view: 'all', userId }),
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
  return {
    at,
    does: 'Delete a task',
    answer: idJson,
    run: async (call, { id }) => ({ id: (await call.task.delete({ id })).id }),
  };
}

/** The same for a role only: the middleware chain checks the role first. */
function only(role: 'Manager' | 'Admin', row: Row): Row {
  return {
    ...row,
    run: async (call: Call, request: RestRequest) => {
      await call.auth.requireRole({ role });
      return row.run(call, request);
    },
  };
}
