import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { createLazyModule } from '../../lib/lazy-module.ts';

/** Milliseconds: it is no part of the page that a person waits for. */
const DELAY = 3_000;

/** What a page needs some seconds after its start. */
export function AfterStart() {
  const module = useSelector(later.loaded);
  useEffect(() => {
    const timer = setTimeout(later.fetchEarly, DELAY);
    return () => clearTimeout(timer);
  }, []);
  return module && <module.Later />;
}

const later = createLazyModule(() => import('./later.tsx'));
