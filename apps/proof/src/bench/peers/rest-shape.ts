import type { MessageRow, TaskRow } from './store.ts';

/** The answers of the REST API, field by field in its order. */
export function restTask(row: TaskRow) {
  return {
    _id: row.id,
    id: row.id,
    user: row.creatorId,
    title: row.title,
    text: row.text,
    dueDate: row.dueDate,
    start: row.dueDate,
    end: row.dueDate,
    completed: row.completed === 1,
    manager: row.managerId,
    assignees: assigneesOf(row),
    recurrenceType: row.recurrenceType,
    recurrenceInterval: row.recurrenceInterval,
    recurrenceEndDate: row.recurrenceEndDate,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

export function restMessage(row: MessageRow) {
  const { id, conversationId, text, timestamp } = row;
  const { sender, receiver } = peopleOf(row);
  return { id, conversationId, sender, receiver, message: text, timestamp };
}

export function peopleOf(row: MessageRow) {
  const low = { id: row.lowId, email: row.lowEmail, username: row.lowName };
  const high = { id: row.highId, email: row.highEmail, username: row.highName };
  return row.senderId === low.id ? { sender: low, receiver: high } : { sender: high, receiver: low };
}

function assigneesOf({ assignees }: TaskRow) {
  const people = JSON.parse(assignees) as { id: string; username: string }[];
  return people.map(one => ({ _id: one.id, ...one }));
}
