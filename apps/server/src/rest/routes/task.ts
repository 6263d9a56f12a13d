import { createTaskInput, type TaskView, updateTaskInput } from '@onus/contract/task';
import { z } from 'zod';
import { type Row, taskFields, unchecked } from '../row.ts';
import { idJson, pageQuery, taskJson, taskShape } from '../shapes.ts';
import { managedTasks, myTasks, tasksOfMember } from './task-lists.ts';

const tasksJson = z.array(taskJson);

/** Rule 17, Task data calls and Single-user goals: views of the same tasks. */
export const taskRows: readonly Row[] = [
  mine('GET /tasks', 'all'),
  mine('GET /tasks/complete', 'complete'),
  mine('GET /tasks/incomplete', 'incomplete'),
  mine('GET /tasks/today', 'today'),
  create('POST /tasks'),
  update('PATCH /tasks'),
  remove('DELETE /tasks'),

  managed('GET /manager/tasks', 'all'),
  managed('GET /manager/tasks/complete', 'complete'),
  managed('GET /manager/tasks/incomplete', 'incomplete'),
  managed('GET /manager/tasks/today', 'today'),
  forManagers(create('POST /manager/tasks')),
  forManagers(update('PATCH /manager/tasks')),
  forManagers(remove('DELETE /manager/tasks')),

  ofMember('GET /member/:userId/tasks', 'all'),
  ofMember('GET /member/:userId/tasks/today', 'today'),
  ofMember('GET /member/:userId/tasks/complete', 'complete'),
  ofMember('GET /member/:userId/tasks/incomplete', 'incomplete'),

  mine('GET /api/goals', 'all'),
  {
    at: 'GET /api/goals/:dueDate',
    does: 'My tasks of one date: MM-DD-YYYY, YYYY-MM-DD or ISO',
    isKept: true,
    query: pageQuery,
    answer: tasksJson,
    run: async (call, { params: { dueDate: day = '' } }) => myTasks(call, { view: 'today', day }),
  },
  create('POST /api/goals'),
  update('PUT /api/goals/:id'),
  remove('DELETE /api/goals/:id'),
];

function mine(at: string, view: TaskView): Row {
  return {
    at,
    does: `My tasks: ${view}`,
    isKept: true,
    query: pageQuery,
    answer: tasksJson,
    run: async call => myTasks(call, { view }),
  };
}

function managed(at: string, view: TaskView): Row {
  return {
    at,
    does: `The tasks of my area: ${view}`,
    isKept: true,
    query: pageQuery,
    answer: tasksJson,
    run: async call => managedTasks(call, { view }),
  };
}

function ofMember(at: string, view: TaskView): Row {
  return {
    at,
    does: `The tasks of a member: ${view}`,
    isKept: true,
    query: pageQuery,
    answer: tasksJson,
    run: async (call, { params: { userId = '' } }) => tasksOfMember(call, { view, userId }),
  };
}

function create(at: string): Row {
  return {
    at,
    does: 'Create a task',
    status: 201,
    body: createTaskInput,
    answer: taskJson,
    run: async (call, { fields }) => taskShape(await call.task.create(unchecked(taskFields(fields)))),
  };
}

function update(at: string): Row {
  return {
    at,
    does: 'Change a task; fields that are left out stay',
    newest: taskShape,
    body: updateTaskInput,
    answer: taskJson,
    run: async (call, { fields, id }) =>
      taskShape(await call.task.update(unchecked({ ...taskFields(fields), id }))),
  };
}

function remove(at: string): Row {
  return {
    at,
    does: 'Delete a task',
    answer: idJson,
    run: async (call, { id }) => ({ id: (await call.task.delete({ id })).id }),
  };
}

/** The same for managers only: the middleware chain checks the role first. */
function forManagers(row: Row): Row {
  return {
    ...row,
    run: async (call, request) => {
      await call.auth.requireRole({ role: 'Manager' });
      return row.run(call, request);
    },
  };
}
