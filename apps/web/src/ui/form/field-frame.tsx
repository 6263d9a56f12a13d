import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';

/** Label, hint and error of an input, for every kind of field. */
export type FieldTexts = {
  label: string;
  /** Shows the label only to screen readers. */
  labelHidden?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
};

export function FieldFrame({ id, texts, children }: { id: string; texts: FieldTexts; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label
        htmlFor={id}
        id={`${id}-label`}
        className={cx('self-start font-medium text-small', texts.labelHidden && 'sr-only')}
      >
        {texts.label}
      </label>
      {children}
      {texts.hint && (
        <p id={`${id}-hint`} className="text-ink-soft text-small">
          {texts.hint}
        </p>
      )}
      {texts.error && (
        <p id={`${id}-error`} className="text-danger text-small">
          {texts.error}
        </p>
      )}
    </div>
  );
}

/** Links an input to its hint and error. */
export function describedBy(id: string, { hint, error }: FieldTexts) {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return { id, 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined };
}

/** Splits label, hint and error from the props of the input. */
export function splitTexts<Props extends FieldTexts>({ label, labelHidden, hint, error, ...input }: Props) {
  return { texts: { label, labelHidden, hint, error } satisfies FieldTexts, input };
}

export const CONTROL =
  'w-full min-w-0 rounded-control border border-edge bg-surface px-3 text-body text-ink transition-colors hover:border-ink-soft focus-visible:border-brand-strong focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger';

export const CONTROL_HEIGHT = 'h-10 touch:h-touch';
