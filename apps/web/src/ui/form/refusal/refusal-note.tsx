import { useId } from 'react';
import { cx } from '../../../lib/cx.ts';
import type { Refusal } from '../field-frame.tsx';
import { type Names, refusalOf } from './refusal.ts';

type Refused = Refusal & { message: string };

/** The refusal of a form that shows it in place, with `RefusalNote`. @param error of the last try; falsy for none. */
export function useRefusal(error: unknown, names: Names): Refused | null {
  const id = useId();
  return error ? { ...refusalOf(error, names), id } : null;
}

/** Why the server refused a form, beside its button. */
export function RefusalNote({ refusal, className }: { refusal: Refused | null; className?: string }) {
  if (!refusal) return null;
  return (
    <p role="alert" id={refusal.id} className={cx('wrap-anywhere text-danger', className)}>
      {refusal.message}
    </p>
  );
}
