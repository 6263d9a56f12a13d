import { type Atom, useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { fieldsOf } from './use-form.ts';

/** The values of one person's form, which outlive it. @param kept null while nothing was typed. */
export function useKeptForm<Values extends { owner: string }>(
  kept: Atom<Values | null>,
  initial: () => Values,
) {
  const known = useSelector(kept);
  const [empty, setEmpty] = useState(initial);
  const typed = known?.owner === empty.owner ? known : null;
  return {
    ...fieldsOf<Values>(typed ?? empty, changed =>
      kept.set(current => ({ ...(current?.owner === empty.owner ? current : empty), ...changed })),
    ),
    reset(): void {
      kept.set(null);
      setEmpty(initial());
    },
  };
}
