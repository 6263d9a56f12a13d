import { useSelector } from '@tanstack/react-store';
import { useCurrentUser } from '../../../data/session/session.ts';
import { createStoredAtom } from '../../../lib/stored-atom.ts';

const drafts = createStoredAtom<Record<string, string>>('onus.drafts', {});

interface Draft {
  text: string;
  change: (text: string) => void;
  /** Puts a text that could not be sent before what was typed since. */
  putBack: (text: string) => void;
}

/** The drafts of the threads, kept while the user views other threads and pages. */
export function useDraft(conversationId: string): Draft {
  // Two people may use one tab after another, and a thread has the same id for both.
  const key = `${useCurrentUser().id} ${conversationId}`;
  const text = useSelector(drafts)[key] ?? '';
  return {
    text,
    change: changed => drafts.set(withDraft(key, changed)),
    putBack: unsent => drafts.set(withDraft(key, [unsent, drafts.get()[key]].filter(Boolean).join('\n'))),
  };
}

function withDraft(key: string, text: string): Record<string, string> {
  const { [key]: _former, ...others } = drafts.get();
  return text === '' ? others : { ...others, [key]: text };
}
