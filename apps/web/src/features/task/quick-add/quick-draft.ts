import type { Day } from '@onus/contract/dates/calendar';
import { stillPlain } from '@onus/contract/quick-line/plain';
import { createAtom, shallow, useSelector } from '@tanstack/react-store';
import { useEffect, useMemo } from 'react';
import { v7 as uuid } from 'uuid';
import { heardAfterPaint } from '../../../data/after-paint.ts';
import { failedLines, type SentLine, sentLines } from '../../../data/outbox/lines.ts';
import { useCurrentUser } from '../../../data/session/session.ts';
import { createStoredAtom } from '../../../lib/stored-atom.ts';
import type { TaskSource } from '../task-source.ts';

type QuickDraft = Pick<SentLine, 'id' | 'text' | 'plain'>;

const drafts = createStoredAtom<Record<string, QuickDraft>>('onus.quick-add', {});

/** The same drafts. What renders by them renders a submitted line after the paint of the empty field. */
const rested = heardAfterPaint(drafts, () => isSubmitting);
let isSubmitting = false;

/** Submits a line. Its field is empty at once. The rest of the line renders after the paint of what it adds. */
export function submitLine(submit: () => void): void {
  isSubmitting = true;
  try {
    submit();
  } finally {
    isSubmitting = false;
  }
}

/** The list above which a line is, or `everywhere` for the one that every page opens. */
export type LinePlace = TaskSource | 'groceries' | 'everywhere';

/** The unfinished line of each place, kept while the user views other tabs and pages. */
export function useQuickDraft(place: LinePlace) {
  const field = useField(place);
  const draft = useSelector(rested)[field] ?? EMPTY;
  const fieldText = useMemo(() => createAtom(() => drafts.get()[field]?.text ?? ''), [field]);
  const errors = useSelector(failedLines);
  const isFailed = (line: SentLine) => line.field === field && errors[line.id];
  const failed = useSelector(sentLines, lines => lines.filter(isFailed), { compare: shallow });

  function change(text: string, plain = draft.plain): void {
    setFailure(draft.id, null);
    setDraft(field, text === '' ? null : { id: uuid(), text, plain: stillPlain(text, plain) });
  }

  /** Clears the field. Keeps the line until the server responds. */
  function send(today: Day, assignTo: readonly string[]): SentLine {
    const line = { ...draft, field, today, assignTo };
    setFailure(draft.id, null);
    sentLines.set([...sentLines.get(), line]);
    setDraft(field, null);
    return line;
  }

  /** Brings back a text, unless another one is typed. */
  function putBack(text: string): void {
    if (!drafts.get()[field]) setDraft(field, { id: uuid(), text, plain: [] });
  }

  return { field, draft, fieldText, error: errors[draft.id] ?? null, failed, errors, change, send, putBack };
}

export type QuickText = ReturnType<typeof useQuickDraft>;

/** Puts what another app has shared into the line, behind what is already typed there. */
export function useSharedLine(source: TaskSource, shared: string): void {
  const field = useField(source);
  useEffect(() => {
    const { text, plain } = drafts.get()[field] ?? EMPTY;
    if (shared === '' || text.endsWith(shared)) return;
    setDraft(field, { id: uuid(), text: [text, shared].filter(Boolean).join(' '), plain });
  }, [field, shared]);
}

/** A form has saved what a line with this text says. */
export function forgetText(owner: string, text: string): void {
  for (const [field, draft] of Object.entries(drafts.get()))
    if (draft.text === text && field.startsWith(`${owner} `)) setDraft(field, null);
}

/** The line became a task, or is no longer wanted. */
export function forgetLine(id: string): void {
  sentLines.set(sentLines.get().filter(line => line.id !== id));
  setFailure(id, null);
}

/** Returns a failed line to its field, or shows it beside the field if the next line is already typed. */
export function returnLine(id: string, error: Error): void {
  const line = sentLines.get().find(one => one.id === id);
  // Logout has removed it.
  if (!line) return;
  setFailure(id, error);
  if (drafts.get()[line.field]) return;
  sentLines.set(sentLines.get().filter(one => one !== line));
  setDraft(line.field, { id, text: line.text, plain: line.plain });
}

export function retryLine(id: string): void {
  setFailure(id, null);
}

/** One line for each person and each place. */
function useField(place: LinePlace): string {
  return `${useCurrentUser().id} ${typeof place === 'object' ? place.memberId : place}`;
}

function setDraft(field: string, draft: QuickDraft | null): void {
  const { [field]: _former, ...others } = drafts.get();
  drafts.set(draft ? { ...others, [field]: draft } : others);
}

function setFailure(id: string, error: Error | null): void {
  if (!error && !failedLines.get()[id]) return;
  const { [id]: _former, ...others } = failedLines.get();
  failedLines.set(error ? { ...others, [id]: error } : others);
}

const EMPTY: QuickDraft = { id: '', text: '', plain: [] };

// After a reload during a save. A retry of such a line creates no duplicate.
for (const { id } of sentLines.get())
  returnLine(id, new Error('The page was reloaded before this was saved'));
