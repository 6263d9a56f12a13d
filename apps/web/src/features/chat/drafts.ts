import { createKeptStore } from '../../lib/kept-store.ts';
import { useCurrentUser } from '../../session.ts';

const drafts = createKeptStore<Record<string, string>>('onus.drafts', {});

/** What was begun in a thread, kept while other threads and pages are looked at. */
export function useDraft(conversationId: string): [text: string, change: (text: string) => void] {
  // Two people may use one tab after another, and a thread has the same id for both.
  const key = `${useCurrentUser().id} ${conversationId}`;
  const text = drafts.use()[key] ?? '';
  return [text, changed => drafts.set(withDraft(key, changed))];
}

function withDraft(key: string, text: string): Record<string, string> {
  const { [key]: _former, ...others } = drafts.get();
  return text === '' ? others : { ...others, [key]: text };
}
