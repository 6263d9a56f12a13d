import type { MessageRow, TaskRow } from './store.ts';

/** The responses of the REST API, field by field in its order. */
export function restTask(row: TaskRow) {
  return {
    _id: row.id,
    id: row.id,
    user: row.creatorId,
    start: row.dueDate,
    end: row.dueDate,
    manager: row.managerId,
    assignees: assigneesOf(row),
    recurrenceType: row.recurrenceType,
    recurrenceInterval: row.recurrenceInterval,
    recurrenceEndDate: row.recurrenceEndDate,
    ...rulesOf(row),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    title: row.title,
    text: row.text,
    dueDate: row.dueDate,
    dueTime: row.dueTime,
    completed: row.completed === 1,
  };
}

/** The newer fields of the recurrence, and who completed the task when. */
export function rulesOf(row: TaskRow) {
  const { recurrenceEvery, recurrenceFrom, completedAt, completedBy, completer } = row;
  return {
    recurrenceDays: JSON.parse(row.recurrenceDays) as number[],
    recurrenceEvery,
    recurrenceFrom,
    completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
    completedBy: completedBy === null ? null : { id: completedBy, username: completer },
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
