import { useSelector } from '@tanstack/react-store';
import { type ComponentType, useEffect } from 'react';
import type { LazyModule } from '../../lib/lazy-module.ts';

/** Milliseconds: it is no part of the page that a person waits for. */
const DELAY = 3_000;

/** What the pages need some seconds after their start. It uses several features. */
export type AfterStartModule = LazyModule<{ AfterStart: ComponentType }>;

/** Loads and shows it then. */
export function Delayed({ module }: { module: AfterStartModule }) {
  const loaded = useSelector(module.loaded);
  useEffect(() => {
    const timer = setTimeout(module.fetchEarly, DELAY);
    return () => clearTimeout(timer);
  }, [module]);
  return loaded && <loaded.AfterStart />;
}
