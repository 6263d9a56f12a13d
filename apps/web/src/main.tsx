import './styles.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createPart } from './lib/part.ts';
import { router } from './router.tsx';
import { persist, whenLoginExpires, whenRolesChange } from './session.ts';
import { applyStoredTheme } from './ui/theme.ts';
import { Toaster } from './ui/toaster.tsx';

const toasts = createPart(() => import('./ui/toast.tsx'));

applyStoredTheme();
whenLoginExpires(message => {
  if (message) void toasts.fetch().then(({ toastError }) => toastError(message));
  void router.navigate({ to: '/login', search: { from: router.state.location.href }, replace: true });
});

// The page one stands on may be no longer, or not yet, one's own to see: its guards are asked again.
whenRolesChange(() => void router.invalidate());

// A part of the app that cannot be loaded is told in its place. The router would reload the page for it, and
// with the server away nothing would be left of either.
window.addEventListener('vite:preloadError', event => event.preventDefault());

// A person who was signed in last time stays signed in: the code of the page comes while the server is.
if (persist.isSet()) {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of routes) void router.loadRouteChunk(route);
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
      <Toaster />
    </StrictMode>,
  );
}
