import { useEffect, useEffectEvent } from 'react';
import { type FormState, useForm } from '../../lib/use-form.ts';
import { useCurrentUser, whenLoginExpires } from './session.ts';

/** Called when the session ends while its form is open. */
const open = new Set<() => void>();
/** What was typed, by person and form. Never stored: another person may come to this browser. */
const kept = new Map<string, object>();

whenLoginExpires(() => {
  for (const keep of open) keep();
});

/**
 * A form that a session which ends by itself does not empty: it is as it was when the same person is back.
 * @param name of the form.
 * @param initial the values of a form in which nothing was typed.
 * @param without values of fields that are not kept, as a password.
 */
export function useFormOverLogin<Values extends object>(
  name: string,
  initial: () => Values,
  without: Partial<Values> = {},
): FormState<Values> {
  const key = `${useCurrentUser().id} ${name}`;
  const form = useForm(() => (kept.get(key) as Values | undefined) ?? initial());
  const keep = useEffectEvent(() => void kept.set(key, { ...form.values, ...without }));
  useEffect(() => {
    kept.delete(key);
    const keepIt = () => keep();
    open.add(keepIt);
    return () => void open.delete(keepIt);
  }, [key]);
  return form;
}
