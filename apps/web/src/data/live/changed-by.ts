import { createAtom, useSelector } from '@tanstack/react-store';

/** Who has just changed a row, by its id. name-changes.ts fills it. */
export const changedBy = createAtom<ReadonlyMap<string, string>>(new Map());

/** The name of the person who changed a row a moment ago; undefined for oneself. */
export function useChangedBy(id: string): string | undefined {
  return useSelector(changedBy, all => all.get(id));
}
