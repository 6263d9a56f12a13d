import { ruleOf } from '@onus/contract/dates/rule';
import { withPlain } from '@onus/contract/task';
import type { ExportFile, ExportKind } from '@onus/contract/transfer/export-schema';
import type { conversation } from '@onus/db/schema/chat';
import type { groceryItem } from '@onus/db/schema/grocery';
import type { MessageRow } from '../../chat/view.ts';
import type { Scope } from '../../core/scope.ts';
import type { UserRow } from '../../core/sessions/find.ts';
import type { Occurrence, Recurring } from '../../task/view.ts';

type Row<List extends keyof ExportFile> = ExportFile[List] extends (infer One)[] ? One : never;

/** A person that rows name, as far as the app shows them to the person who makes the export. */
export function exportedName(
  scope: Scope,
  row: UserRow,
  shown: { username?: boolean; email?: boolean },
): Row<'people'> {
  return {
    id: row.id,
    username: shown.username ? row.username : null,
    email: shown.email ? row.email : null,
    // Also of a member who was deleted: what they had to do stays in the manager's area.
    manager: row.managerId === scope.userId ? row.managerId : null,
    account: null,
  };
}

/** The whole record, but for the password: that is never written anywhere. */
export function exportedAccount(row: UserRow): Row<'people'> {
  const { id, username, email, managerId, roles, active, timeZone } = row;
  const account = { roles, active, timeZone, createdAt: isoOf(row.createdAt) };
  return { id, username, email, manager: managerId, account };
}

/** Who has an account in the export: oneself, in a household's its members. */
export function hasAccount(scope: Scope, kind: ExportKind, row: UserRow): boolean {
  if (row.id === scope.userId) return true;
  return kind === 'household' && row.managerId === scope.userId && row.deletedAt === null;
}

export function exportedTask(row: Occurrence & Recurring & { assigneeIds: string[] }): Row<'tasks'> {
  const { firstDay, anchorDay, ended } = row;
  const { recurrenceAnchor: _anchor, ...rule } = ruleOf(row);
  return withPlain(row, {
    id: row.id,
    creator: row.creatorId,
    manager: row.managerId,
    completedAt: row.completedAt === null ? null : isoOf(row.completedAt),
    completedBy: row.completedBy,
    assignees: row.assigneeIds,
    series: row.seriesId,
    ...rule,
    firstDay,
    anchorDay,
    ended: ended ?? false,
    scheduledDay: row.scheduledDay,
    follows: row.followsId,
    unclaimed: row.unclaimed,
    ...stampsOf(row),
  });
}

export function exportedItem(row: typeof groceryItem.$inferSelect): Row<'groceries'> {
  const { id, userId, name, count, priceCents, purchased, section } = row;
  return { id, user: userId, name, count, priceCents, purchased, section, ...stampsOf(row) };
}

export function exportedMessage(row: MessageRow): Row<'messages'> {
  const { sequence, id, conversationId, senderId, text, timestamp, editedAt, deletedAt } = row;
  return {
    sequence,
    id,
    conversation: conversationId,
    sender: senderId,
    text,
    timestamp: isoOf(timestamp),
    editedAt: editedAt === null ? null : isoOf(editedAt),
    deletedAt: deletedAt === null ? null : isoOf(deletedAt),
  };
}

/** @param upTo the last message of the export: no one has read beyond it. */
export function exportedConversation(
  row: typeof conversation.$inferSelect,
  readers: ReadonlySet<string>,
  upTo: number,
): Row<'conversations'> {
  const marks = [
    { user: row.lowUserId, sequence: Math.min(row.lowReadSequence, upTo) },
    { user: row.highUserId, sequence: Math.min(row.highReadSequence, upTo) },
  ];
  return {
    id: row.id,
    users: [row.lowUserId, row.highUserId],
    read: marks.filter(mark => readers.has(mark.user)),
    createdAt: isoOf(row.createdAt),
  };
}

function stampsOf(row: { createdAt: number; updatedAt: number }) {
  return { createdAt: isoOf(row.createdAt), updatedAt: isoOf(row.updatedAt) };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
