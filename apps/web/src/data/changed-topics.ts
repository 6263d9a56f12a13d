import { TOPICS, type Topic } from '@onus/contract/topic';
import { holdsItems, type SheetKind } from '@onus/contract/transfer/sheet-limits';

/**
 * The topics that a mutation changes: usually the router in its path. Invitations are listed with the members, `auth`
 * changes the caller's sessions, an edited or deleted message also the loaded pages of its thread, and an import the
 * rows of its kind; its undo names none.
 */
export function changedTopics(path: string, input: unknown): Topic[] {
  if (path === 'chat.edit' || path === 'chat.delete') return ['chat', 'message'];
  if (path === 'sheet.import') return [holdsItems((input as { kind: SheetKind }).kind) ? 'grocery' : 'task'];
  const [router] = path.split('.');
  if (router === 'invite') return ['member'];
  return router === 'auth' ? ['session'] : TOPICS.filter(topic => topic === router);
}
