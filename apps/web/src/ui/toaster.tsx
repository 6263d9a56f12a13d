import type { ComponentType } from 'react';
import { createStore } from '../lib/store.ts';

/** Set by toast.tsx when a page that may toast brings it along; the login page does not. */
export const toastPlace = createStore<ComponentType | null>(null);

/** Where toasts appear. Once, near the root: they outlive the page that sent them. */
export function Toaster() {
  const Place = toastPlace.use();
  return Place && <Place />;
}
