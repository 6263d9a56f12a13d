import type { createCaller } from '@onus/api/root';
import { sessionShape, taskShape, tasksShape, tokenShape } from './shapes.ts';

type Call = ReturnType<typeof createCaller>;
type Fields = Record<string, unknown>;

/** A request as a row of the table sees it. */
export interface RestRequest {
  /** The body, bare or out of its `data` wrapping. */
  fields: Fields;
  /** The id it names in body, query or path; empty for none. */
  id: string;
}

export interface Row {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  status: number;
  run(call: Call, request: RestRequest): Promise<unknown>;
}

/** Spec section 7 as one table: endpoint → procedure → shape. Paths outside /api are served under it too. */
export const routes: readonly Row[] = [
  row('POST', '/auth', 200, async (call, { fields }) => tokenShape(await call.auth.login(unchecked(fields)))),
  row('GET', '/auth/refresh', 200, async call => tokenShape(await call.auth.refresh())),
  row('POST', '/auth/logout', 204, call => call.auth.logout()),
  row('POST', '/api/users', 201, async (call, { fields }) =>
    sessionShape(await call.auth.register(unchecked(registration(fields)))),
  ),
  row('POST', '/api/users/login', 200, async (call, { fields }) =>
    sessionShape(await call.auth.login(unchecked(fields))),
  ),
  row('POST', '/member/activate', 200, (call, { fields }) => call.auth.activate(unchecked(fields))),
  row('POST', '/api/users/new-password', 200, (call, { fields }) => call.auth.activate(unchecked(fields))),
  row('POST', '/api/users/reset-password', 200, (call, { fields }) =>
    call.auth.requestReset(unchecked(fields)),
  ),

  row('GET', '/tasks', 200, async call => tasksShape(await call.task.whole({ view: 'all' }))),
  row('GET', '/tasks/complete', 200, async call => tasksShape(await call.task.whole({ view: 'complete' }))),
  row('GET', '/tasks/incomplete', 200, async call =>
    tasksShape(await call.task.whole({ view: 'incomplete' })),
  ),
  row('GET', '/tasks/today', 200, async call => tasksShape(await call.task.whole({ view: 'today' }))),
  row('POST', '/tasks', 201, async (call, { fields }) =>
    taskShape(await call.task.create(unchecked(taskFields(fields)))),
  ),
  row('PATCH', '/tasks', 200, async (call, { fields }) =>
    taskShape(await call.task.update(unchecked(taskFields(fields)))),
  ),
  row('DELETE', '/tasks', 200, async (call, { id }) => call.task.delete({ id })),
];

function row(method: Row['method'], path: string, status: number, run: Row['run']): Row {
  return { method, path, status, run };
}

/** Fields as they came: the procedure's own contract checks them. */
function unchecked<Input>(fields: Fields): Input {
  return fields as Input;
}

/** `name` and `username` are one field (decision 2.4). */
function registration(fields: Fields): Fields {
  return { name: fields.username, ...fields };
}

/** Assignees come as ids or as the objects that were answered; a task sent back says what it was based on. */
function taskFields({ _id, updatedAt, assignees, ...fields }: Fields): Fields {
  return {
    ...(_id === undefined ? {} : { id: _id }),
    ...(updatedAt === undefined ? {} : { basedOn: updatedAt }),
    ...(Array.isArray(assignees)
      ? { assignees: assignees.map(one => one?._id ?? one?.id ?? one) }
      : { assignees }),
    ...fields,
  };
}
