import type { Operation, Started } from './operation.ts';
import { readIn } from './unread.ts';

/** The fields of a message that operations change. The server's view has more. */
export interface MessageRow {
  id: string;
  message: string;
  timestamp: number;
  editedAt: number | null;
  deleted: boolean;
  may: { edit: boolean; delete: boolean };
}

/** The fields of a thread that operations change. */
export interface ThreadRow {
  id: string;
  with?: { id: string };
  lastMessage: string;
  timestamp: number;
  lastSequence: number;
  unread: number;
}

/** A thread that the server does not have yet. */
export interface StartedThread extends ThreadRow {
  with: Started['with'] & { active: boolean };
  may: { send: boolean };
}

/** A message that only this browser has. */
export interface SentMessage {
  id: string;
  op: string;
  text: string;
  timestamp: number;
}

/** The stored messages of a thread with the queued edits and deletions. */
export function foldMessages<Row extends MessageRow>(
  rows: readonly Row[],
  operations: readonly Operation[],
): readonly Row[] {
  const [edits, deletions] = changesIn(operations);
  if (edits.size === 0 && deletions.size === 0) return rows;
  return rows.map(row => {
    if (deletions.has(row.id)) {
      return { ...row, message: '', deleted: true, may: { edit: false, delete: false } };
    }
    const edit = edits.get(row.id);
    return edit && !row.deleted ? { ...row, message: edit.text, editedAt: edit.at } : row;
  });
}

/**
 * The messages of a thread that are in the queue and not among the stored ones, in the order in which they were written.
 * @param other the id of the other person in the thread: starting a thread with them continues this one.
 */
export function sentInto(
  conversationId: string,
  stored: readonly { id: string }[],
  operations: readonly Operation[],
  other?: string,
): SentMessage[] {
  const known = new Set(stored.map(({ id }) => id));
  const [edits, deletions] = changesIn(operations);
  return operations.flatMap(operation => {
    const { op, at } = operation;
    const sent = sentBy(operation);
    if (!sent || (sent.conversationId !== conversationId && (!other || sent.to?.id !== other))) return [];
    const { id, message } = sent;
    if (known.has(id) || deletions.has(id)) return [];
    return [{ id, op, text: edits.get(id)?.text ?? message, timestamp: at }];
  });
}

interface Written {
  id: string;
  conversationId: string;
  message: string;
  /** The other member of the thread. */
  to?: Started['with'];
}

/** The message that an operation writes; undefined for operations that write none. */
function sentBy(operation: Operation): Written | undefined {
  const { op, path } = operation;
  if (path === 'chat.send') return { ...operation.input, id: operation.input.id ?? op };
  // Without `started` only the server knows the ids of the thread and its message.
  if (path !== 'chat.start' || !operation.started) return undefined;
  const { started, input } = operation;
  const { id = op, message } = input;
  return { id: started.messageId, conversationId: id, to: started.with, message };
}

/**
 * The threads as they will be once the queue is sent: those that were written to first, then the others in their order.
 * A thread that is started with a person continues the thread with that person, if there is one.
 */
export function foldThreads<Row extends ThreadRow>(
  rows: readonly Row[],
  operations: readonly Operation[],
): readonly (Row | StartedThread)[] {
  const byId = new Map<string, Row | StartedThread>(rows.map(row => [row.id, row]));
  const written = new Set<string>();
  for (const operation of operations) {
    const sent = sentBy(operation);
    if (!sent) continue;
    const { to, message, conversationId } = sent;
    const row = to ? threadWith(byId, to.id) : byId.get(conversationId);
    const thread = row ?? (to && startedThread(conversationId, to));
    if (!thread) continue;
    if (!row || operation.at > thread.timestamp) {
      byId.set(thread.id, { ...thread, lastMessage: message, timestamp: operation.at });
    }
    // The thread that was written to last comes first.
    written.delete(thread.id);
    written.add(thread.id);
  }
  const read = readIn(operations);
  if (written.size === 0 && read.size === 0) return rows;
  const isRead = ({ id, lastSequence }: ThreadRow) => (read.get(id) ?? -1) >= lastSequence;
  const order = [...written];
  return [...byId.values()]
    .map(row => (isRead(row) ? { ...row, unread: 0 } : row))
    .toSorted((a, b) => order.indexOf(b.id) - order.indexOf(a.id));
}

function threadWith<Row extends ThreadRow>(rows: ReadonlyMap<string, Row>, other: string): Row | undefined {
  return [...rows.values()].find(row => row.with?.id === other);
}

function startedThread(id: string, to: Started['with']): StartedThread {
  const empty = { lastMessage: '', timestamp: 0, lastSequence: 0, unread: 0 };
  return { id, with: { ...to, active: true }, ...empty, may: { send: true } };
}

function changesIn(operations: readonly Operation[]) {
  const edits = new Map<string, { text: string; at: number }>();
  const deletions = new Set<string>();
  for (const { path, input, at } of operations) {
    if (path === 'chat.edit') edits.set(input.id, { text: input.message, at });
    else if (path === 'chat.delete') deletions.add(input.id);
  }
  return [edits, deletions] as const;
}
