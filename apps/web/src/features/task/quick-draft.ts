import type { Day } from '@onus/contract/calendar';
import { stillPlain } from '@onus/contract/quick-words';
import { v7 as uuid } from 'uuid';
import { createKeptStore } from '../../lib/kept-store.ts';
import { createStore } from '../../lib/store.ts';
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

/** A line for which Enter was pressed, with what it means on that day. */
export interface SentLine extends QuickDraft {
  /** The field it was typed in. */
  field: string;
  today: Day;
  /** Who gets the task unless the line names people. */
  assignTo: readonly string[];
}

const drafts = createKeptStore<Record<string, QuickDraft>>('onus.quick-add', {});
const sent = createKeptStore<readonly SentLine[]>('onus.quick-sent', []);

/** Why lines did not become tasks, by their ids. */
const failures = createStore<Record<string, Error>>({});

/** The line that was begun above the lists of a source, kept while other tabs and pages are looked at. */
export function useQuickDraft(source: TaskSource) {
  const field = `${useCurrentUser().id} ${typeof source === 'object' ? source.memberId : source}`;
  const draft = drafts.use()[field] ?? EMPTY;
  const errors = failures.use();
  const failed = sent.use().filter(line => line.field === field && errors[line.id]);

  function change(text: string, plain = draft.plain): void {
    setFailure(draft.id, null);
    setDraft(field, text === '' ? null : { id: uuid(), text, plain: stillPlain(text, plain) });
  }

  /** Empties the field. The line is kept until the server has answered. */
  function send(today: Day, assignTo: readonly string[]): SentLine {
    const line = { ...draft, field, today, assignTo };
    setFailure(draft.id, null);
    sent.set([...sent.get(), line]);
    setDraft(field, null);
    return line;
  }

  return { draft, error: errors[draft.id] ?? null, failed, errors, change, send };
}

/** The line became a task, or is no longer wanted. */
export function forgetLine(id: string): void {
  sent.set(sent.get().filter(line => line.id !== id));
  setFailure(id, null);
}

/** Puts a failed line back into its field, or leaves it beside the field where the next line is already typed. */
export function returnLine(id: string, error: Error): void {
  const line = sent.get().find(one => one.id === id);
  // After a logout it is forgotten.
  if (!line) return;
  setFailure(id, error);
  if (drafts.get()[line.field]) return;
  sent.set(sent.get().filter(one => one !== line));
  setDraft(line.field, { id, text: line.text, plain: line.plain });
}

export function retryLine(id: string): void {
  setFailure(id, null);
}

function setDraft(field: string, draft: QuickDraft | null): void {
  const { [field]: _former, ...others } = drafts.get();
  drafts.set(draft ? { ...others, [field]: draft } : others);
}

function setFailure(id: string, error: Error | null): void {
  const { [id]: _former, ...others } = failures.get();
  failures.set(error ? { ...others, [id]: error } : others);
}

const EMPTY: QuickDraft = { id: '', text: '', plain: [] };

// A reload while lines were on their way: sent again, each still makes one task only.
for (const { id } of sent.get()) returnLine(id, new Error('The page was reloaded before this was saved'));
