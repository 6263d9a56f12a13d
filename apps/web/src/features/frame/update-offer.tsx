import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { createLazyModule } from '../../lib/lazy-module.ts';

/** Milliseconds: what shows a newer version is no part of the page that a person waits for. */
const DELAY = 3_000;

/** Where a newer version of the app is offered. */
export function UpdateOffer() {
  const module = useSelector(prompt.loaded);
  useEffect(() => {
    const timer = setTimeout(prompt.fetchEarly, DELAY);
    return () => clearTimeout(timer);
  }, []);
  return module && <module.UpdatePrompt />;
}

const prompt = createLazyModule(() => import('./update-prompt.tsx'));
