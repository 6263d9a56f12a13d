import { useLocation } from '@tanstack/react-router';
import type { Shown } from '../../ui/list/long/use-shown.ts';

/** The row that a link leads to. Each visit shows it once, also the next one to the same row. */
export function useShown(id: string | undefined): Shown | undefined {
  const visit = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  return id ? { id, visit } : undefined;
}
