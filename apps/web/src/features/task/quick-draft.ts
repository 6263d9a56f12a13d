import { stillPlain } from '@onus/contract/quick-words';
import { v7 as uuid } from 'uuid';
import { createKeptStore } from '../../lib/kept-store.ts';
import { useCurrentUser } from '../../session.ts';
import type { TaskSource } from './task-source.ts';

interface QuickDraft {
  /**
   * Belongs to exactly this line: sent again it makes the same task (decision 4.10). A line that was changed
   * is another task, lest the server answer with the one it has.
   */
  id: string;
  text: string;
  /** Words whose chip was removed. */
  plain: readonly string[];
}

const drafts = createKeptStore<Record<string, QuickDraft>>('onus.quick-add', {});

/** The line that was begun above the lists of a source, kept while other tabs and pages are looked at. */
export function useQuickDraft(source: TaskSource) {
  const key = `${useCurrentUser().id} ${typeof source === 'object' ? source.memberId : source}`;
  const draft = drafts.use()[key] ?? EMPTY;

  function change(text: string, plain = draft.plain): void {
    const { [key]: _former, ...others } = drafts.get();
    const changed = { id: uuid(), text, plain: stillPlain(text, plain) };
    drafts.set(text === '' ? others : { ...others, [key]: changed });
  }

  return [draft, change] as const;
}

/** The line became a task. Whichever page is in sight by now, what was typed since stays. */
export function forgetQuickDraft(id: string | undefined): void {
  drafts.set(Object.fromEntries(Object.entries(drafts.get()).filter(([, draft]) => draft.id !== id)));
}

const EMPTY: QuickDraft = { id: '', text: '', plain: [] };
