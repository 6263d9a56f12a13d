import { lazy, Suspense } from 'react';
import { createStore } from '../lib/store.ts';

/** Set by toast.tsx when a page that may toast brings it along; the login page does not. */
export const toasting = createStore(false);

/** Where toasts appear. Once, near the root: they outlive the page that sent them. */
export function Toaster() {
  return <Suspense>{toasting.use() && <Container />}</Suspense>;
}

const Container = lazy(() => import('./toast.tsx').then(({ ToastPlace }) => ({ default: ToastPlace })));
