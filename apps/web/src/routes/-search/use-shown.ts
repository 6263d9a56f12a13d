import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Shown } from '../../ui/list/long/use-shown.ts';

/**
 * The row that a link leads to. Each visit shows it once, also the next one to the same row. A dialog over the page is no
 * visit.
 */
export function useShown(id: string | undefined): Shown | undefined {
  const visit = useLocation({ select: ({ state }) => state.under ?? state.__TSR_key ?? '' });
  const left = useRef<string>(null);
  useEffect(() => {
    if (!id) return;
    const leave = () => {
      left.current = visit;
    };
    for (const kind of INPUTS) addEventListener(kind, leave);
    return () => {
      for (const kind of INPUTS) removeEventListener(kind, leave);
    };
  }, [id, visit]);
  return id ? { id, visit, isLeft: () => left.current === visit } : undefined;
}

const INPUTS = ['wheel', 'pointerdown', 'keydown'];
