import { useEffect, useId, useState } from 'react';
import type { Queued } from '../../../data/outbox/operation.ts';
import { tryAgain } from '../../../data/outbox/refused/try-again.ts';
import { isMemoryOnly } from '../../../data/outbox/rows.ts';
import { whenRefused } from '../../../data/outbox/settle.ts';
import { forget } from '../../../data/outbox/state.ts';
import { useOpenChanges } from '../../../data/outbox/use-outbox.ts';
import { announce } from '../../../lib/announcements.ts';
import { cx } from '../../../lib/cx.ts';
import { briefly } from '../../../lib/times.ts';
import { Button } from '../../../ui/form/button.tsx';
import { TextArea } from '../../../ui/form/field.tsx';
import { RemovableRows } from '../../../ui/layout/removable-rows.tsx';
import { RowMark } from '../../../ui/list/row-mark.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { closeErrorToast } from '../../../ui/toast/toast.tsx';
import { describe, textOf } from './describe.ts';
import './hold-page.ts';

/** The changes that are not on the server. Refused ones stay until the user discards them or sends them again. */
export function Tray({ open, onClose }: { open: boolean; onClose: () => void }) {
  const changes = useOpenChanges();
  const { waiting } = changes;
  const unsaved = changes.refused.length + changes.unreadable.length;
  // The tray says what the toast says, which would cover its first row.
  useEffect(() => {
    if (!open) return;
    closeErrorToast();
    return whenRefused((_operation, message) => announce(message));
  }, [open]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={titleOf(unsaved, waiting)}
      description={unsaved + waiting.length > 0 && (isMemoryOnly() ? IN_THIS_TAB : STORED)}
    >
      <Changes {...changes} />
    </Dialog>
  );
}

/** Apart, because a closed dialog renders nothing inside it. */
function Changes({ waiting, refused, unreadable }: ReturnType<typeof useOpenChanges>) {
  const unsaved = refused.length + unreadable.length;
  return (
    <>
      <p role="status" className="text-ink-soft">
        {waiting.length + unsaved === 0 && 'Everything is saved.'}
      </p>
      <RemovableRows>
        {refused.map(operation => (
          <Refused key={operation.op} operation={operation} />
        ))}
        {unreadable.map(row => (
          <li key={row.seq} tabIndex={-1} className={cx(ROW, 'flex items-center gap-3')}>
            <p className="min-w-0 flex-1 text-danger text-small">{UNREADABLE}</p>
            <Button variant="quiet" size="small" onClick={() => void forget(row)}>
              Discard
            </Button>
          </li>
        ))}
      </RemovableRows>
      {waiting.length > 0 && unsaved > 0 && <h3 className="mt-5 text-card">{waitingIn(waiting)}</h3>}
      {waiting.length > 0 && <Waiting waiting={waiting} />}
    </>
  );
}

function Waiting({ waiting }: { waiting: readonly Queued[] }) {
  return (
    <ul
      aria-label="Waiting to be sent"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach rows that are scrolled out of view.
      tabIndex={0}
      className="divide-y divide-line rounded-control"
    >
      {waiting.map(operation => (
        <li key={operation.op} className="flex items-center gap-3 py-2.5">
          <span dir="auto" className="min-w-0 flex-1 break-words">
            {describe(operation)}
          </span>
          <span className="text-ink-soft text-small">
            {briefly(operation.at)}
            <RowMark mark="waiting" />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Room between its words and its focus ring. The line is no border, which would follow the corners. */
const ROW =
  'relative -mx-3 rounded-control p-3 after:absolute after:inset-x-3 after:bottom-0 after:h-px after:bg-line last:after:hidden';

function titleOf(unsaved: number, waiting: readonly Queued[]): string {
  if (unsaved > 0) return `Not saved (${unsaved})`;
  return waiting.length > 0 ? waitingIn(waiting) : 'Unsent changes';
}

function waitingIn(waiting: readonly Queued[]): string {
  return `Waiting to be sent (${waiting.length})`;
}

const UNREADABLE =
  'A change from another version of Onus cannot be read here. It stays stored until you discard it.';
const STORED = 'These changes are stored in this browser.';
const IN_THIS_TAB = 'These changes are only in this tab, and are lost when it closes.';

/** By operation id: a text that is being corrected outlives the tray, which Escape closes. */
const corrections = new Map<string, string>();

function Refused({ operation }: { operation: Queued }) {
  const [draft, setDraft] = useState(corrections.get(operation.op) ?? null);
  const correct = (value: string) => {
    corrections.set(operation.op, value);
    setDraft(value);
  };
  const text = textOf(operation);
  const what = useId();
  const button = { size: 'small', 'aria-describedby': what } as const;
  const again = (changes = {}) =>
    void tryAgain(operation, { ...corrected(operation, draft), ...changes } as Queued['input']);
  return (
    <li tabIndex={-1} className={cx(ROW, 'flex flex-col gap-2')}>
      <p id={what} dir="auto" className="break-words font-medium">
        {describe(operation)}
      </p>
      <p className="text-danger text-small">{operation.refusal}</p>
      {text && draft !== null && (
        <TextArea
          label={text.label}
          autoFocus
          value={draft}
          onChange={event => correct(event.target.value)}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" {...button} onClick={() => void forget(operation)}>
          Discard
        </Button>
        {text && draft === null && (
          <Button variant="quiet" {...button} onClick={() => correct(text.value)}>
            Edit
          </Button>
        )}
        {isForOthers(operation) && (
          <Button variant="quiet" {...button} onClick={() => again({ assignees: [] })}>
            Add without people
          </Button>
        )}
        <Button {...button} onClick={() => again()}>
          Try again
        </Button>
      </div>
    </li>
  );
}

/** One of them may be gone since. */
function isForOthers({ path, input, user }: Queued): boolean {
  return path === 'task.create' && (input.assignees ?? []).some(id => id !== user);
}

function corrected(operation: Queued, draft: string | null): Queued['input'] {
  const text = textOf(operation);
  if (!text || draft === null) return operation.input;
  return { ...operation.input, [text.name]: draft } as Queued['input'];
}
