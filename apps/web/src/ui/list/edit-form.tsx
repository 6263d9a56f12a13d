import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../../lib/cx.ts';
import { Button } from '../form/button.tsx';
import { Form } from '../form/form.tsx';
import { ErrorNote } from '../status/error-note.tsx';

interface EditFormProps {
  label: string;
  size?: 'normal' | 'small';
  className?: string;
  onSave: () => void;
  /** Escape cancels too. */
  onCancel: () => void;
  busy?: boolean;
  /** False: there is nothing to save yet. */
  ready?: boolean;
  /** Why it was not saved. */
  problem?: string | null | undefined;
  children: ReactNode;
}

/** A row in edit mode. */
export function EditForm({
  label,
  size = 'normal',
  className,
  onSave,
  onCancel,
  busy,
  ready = true,
  problem,
  children,
}: EditFormProps) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') onCancel();
  }
  return (
    <Form
      ref={markBox}
      aria-label={label}
      data-edit-form
      onKeyDown={onKeyDown}
      onSubmit={onSave}
      className={cx(
        'flex flex-col rounded-card bg-surface inset-ring inset-ring-line [--form-bottom:var(--form-end,calc(var(--spacing-bar)+var(--safe-bottom)+1px))] desk:[--form-bottom:var(--form-end,0px)] [&_:is(input,textarea,select)]:scroll-mb-[calc(var(--form-bottom)+5rem)]',
        SIZES[size],
        className,
      )}
    >
      {children}
      {problem && <Problem key={problem} message={problem} />}
      <div className={cx(ACTIONS, ACTIONS_OF[size])}>
        <Button variant="quiet" size={size} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size={size} busy={busy} disabled={!ready}>
          Save
        </Button>
      </div>
    </Form>
  );
}

/** Without a :has(), which would look through the whole list whenever a row comes or goes. */
function markBox(form: HTMLFormElement | null) {
  const box = form?.closest('.list-whole');
  box?.setAttribute('data-editing', '');
  return () => box?.removeAttribute('data-editing');
}

/** The form may be higher than the window, and it opens with the focus at its top. */
function Problem({ message }: { message: string }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => void note.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={note} className={PROBLEM}>
      <ErrorNote message={message} />
    </div>
  );
}

/** Scrolled to, it shows the buttons below it too. */
const PROBLEM = 'scroll-mt-20 scroll-mb-[calc(var(--form-bottom)+5rem)]';

/**
 * At the end of the window or above the bar of a phone, where a long form would hide them. What scrolls by itself sets
 * --form-end: its padding, which sticky elements stay clear of, negative.
 */
const ACTIONS = 'sticky bottom-(--form-bottom) z-10 -mb-2 flex justify-end gap-3 bg-surface pb-2';

/** A form that fits into every window needs no line above its buttons. */
const ACTIONS_OF = { normal: 'border-line border-t pt-3', small: '-mt-2 pt-2' };

const SIZES = { normal: 'my-2 gap-4 p-4', small: 'gap-3 p-3' };
