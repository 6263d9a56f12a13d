import { TOPICS, type Topic } from '@onus/contract/live/topic';

/**
 * The topics that a mutation changes: usually the router in its path. Invitations are listed with the members, `auth`
 * changes the caller's sessions, an edited or deleted message also the loaded pages of its thread, and an import
 * tasks or groceries; its undo names none.
 */
export function changedTopics(path: string): Topic[] {
  if (path === 'chat.edit' || path === 'chat.delete') return ['chat', 'message'];
  if (path === 'sheet.import') return ['task', 'grocery'];
  const [router] = path.split('.');
  if (router === 'invite') return ['member'];
  return router === 'auth' ? ['session'] : TOPICS.filter(topic => topic === router);
}
