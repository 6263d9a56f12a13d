import { createContext, type ReactNode, useContext, useId } from 'react';
import { cx } from '../../lib/cx.ts';

/** Label and hint of an input, for every kind of field. */
export type FieldTexts = {
  label: string;
  /** Shows the label only to screen readers. */
  labelHidden?: boolean | undefined;
  hint?: ReactNode;
};

type FieldFrameProps = FieldTexts & { id: string; children: ReactNode };

export function FieldFrame({ id, label, labelHidden, hint, children }: FieldFrameProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label
        htmlFor={id}
        id={`${id}-label`}
        className={cx('self-start font-medium text-small', labelHidden && 'sr-only')}
      >
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-ink-soft text-small">
          {hint}
        </p>
      )}
    </div>
  );
}

/** What a form was refused for: the field with this label is marked. */
export interface Refusal {
  label: string | undefined;
  /** The id of the element with the error; undefined where the error is a toast. */
  id?: string | undefined;
}

/** Of the form around a field. */
export const Refused = createContext<Refusal | null | undefined>(null);

/** Splits the props of the frame from those of the input, and links the input to its hint and to the error that names it. */
export function useField<Props extends FieldTexts>({ label, labelHidden, hint, ...input }: Props) {
  const id = useId();
  const refusal = useContext(Refused);
  const isNamed = refusal?.label === label;
  const ids = [hint && `${id}-hint`, isNamed && refusal.id].filter(Boolean).join(' ');
  return {
    frame: { id, label, labelHidden, hint },
    input: { ...input, id, 'aria-describedby': ids || undefined, 'aria-invalid': isNamed || undefined },
  };
}

export const CONTROL =
  'w-full min-w-0 rounded-control border border-edge bg-surface px-3 text-body text-ink transition-colors hover:border-ink-soft focus-visible:border-brand-strong focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger';

export const CONTROL_HEIGHT = 'h-10 touch:h-touch';
