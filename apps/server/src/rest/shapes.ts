import type { SignedIn } from '@onus/api/sign-in';
import type { Task } from '@onus/api/task-view';
import type { UserView } from '@onus/api/user-view';

/** JSON shapes of the REST API (decision 6). They rename and reshape, and decide nothing. */

export function taskShape(task: Task) {
  const { id, title, text, dueDate, completed, recurrenceType, recurrenceInterval, recurrenceEndDate } = task;
  return {
    _id: id,
    id,
    user: task.creatorId,
    title,
    text,
    dueDate,
    start: dueDate,
    end: dueDate,
    completed,
    manager: task.managerId,
    assignees: task.assignees.map(one => ({ _id: one.id, id: one.id, username: one.username })),
    recurrenceType,
    recurrenceInterval,
    recurrenceEndDate,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
  };
}

export function tasksShape(tasks: Task[]) {
  return tasks.map(taskShape);
}

/** POST /auth and GET /auth/refresh. */
export function tokenShape({ accessToken }: SignedIn) {
  return { accessToken };
}

/** The single-user flow keeps this in browser storage (spec 3). */
export function sessionShape({ accessToken, user }: SignedIn) {
  const { _id, id, name, username, email, roles } = userShape(user);
  return { _id, id, name, username, email, roles, token: accessToken, accessToken };
}

function userShape(user: UserView) {
  const { id, username, email, roles, active, managerId, isAdmin, isManager } = user;
  return {
    _id: id,
    id,
    username,
    name: username,
    email,
    roles,
    active,
    manager: managerId,
    isAdmin,
    isManager,
  };
}
