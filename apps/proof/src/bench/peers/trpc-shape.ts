import { peopleOf } from './rest-shape.ts';
import type { MessageRow, TaskRow } from './store.ts';

/** The answers of the tRPC door; what the caller may do is not worked out, only said. */
export function trpcTask({ completed, assignees, createdAt, updatedAt, ...row }: TaskRow) {
  return {
    ...row,
    completed: completed === 1,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    assignees: JSON.parse(assignees) as { id: string; username: string }[],
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
