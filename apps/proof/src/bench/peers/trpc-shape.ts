import { peopleOf, rulesOf } from './rest-shape.ts';
import type { MessageRow, TaskRow } from './store.ts';

/** The responses of the tRPC API; permissions are constants, not computed. */
export function trpcTask(found: TaskRow) {
  const { completed, assignees, createdAt, updatedAt, completer: _completer, ...row } = found;
  return {
    ...row,
    ...rulesOf(found),
    completed: completed === 1,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    assignees: JSON.parse(assignees) as { id: string; username: string }[],
    schedule: null,
    skipTo: null,
    may: { edit: true, assign: true, delete: true, skip: false },
  };
}

export function trpcMessage(user: string, row: MessageRow) {
  const { sequence, id, conversationId, text, timestamp } = row;
  const mine = row.senderId === user;
  const may = { edit: mine, delete: mine };
  const rest = { message: text, timestamp, editedAt: null, deleted: false, may };
  return { sequence, id, conversationId, ...peopleOf(row), ...rest };
}
