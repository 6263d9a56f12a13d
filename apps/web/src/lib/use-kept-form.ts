import { type Atom, useSelector } from '@tanstack/react-store';
import { fieldsOf } from './use-form.ts';

/**
 * The values of one person's form, which outlive it.
 * @param kept null while nothing was typed.
 * @param initial asked at each rendering until then, because a page may stay open over midnight.
 */
export function useKeptForm<Values extends { owner: string }>(
  kept: Atom<Values | null>,
  initial: () => Values,
) {
  const known = useSelector(kept);
  const empty = initial();
  const typed = known?.owner === empty.owner ? known : null;
  return {
    ...fieldsOf<Values>(typed ?? empty, changed =>
      kept.set(current => ({ ...(current?.owner === empty.owner ? current : empty), ...changed })),
    ),
    reset: () => kept.set(null),
  };
}
