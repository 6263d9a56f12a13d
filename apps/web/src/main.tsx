import './styles.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { persist, whenLoginExpires, whenRolesChange } from './data/session/session.ts';
import { leftUsers } from './data/storage/left.ts';
import { reloadUnused } from './lib/reload.ts';
import { keepInstallOffer } from './lib/shell/install.ts';
import { registerShell } from './lib/shell/register.ts';
import { trackUnsavedText } from './lib/shell/unsaved.ts';
import { followWorker } from './lib/shell/update.ts';
import { router } from './router.tsx';
import { focusPage, isFocusLost } from './ui/layout/lost-focus.ts';
import { applyStoredTheme } from './ui/theme.ts';
import { closeErrorToast, Toaster, toastError } from './ui/toast/toast.tsx';

applyStoredTheme();
trackUnsavedText();
registerShell();
followWorker(path => router.history.push(path));
keepInstallOffer();
router.subscribe('onBeforeLoad', ({ pathChanged }) => {
  if (pathChanged) closeErrorToast();
});
// The next page gets the focus of a link that went with its page. A link of the frame keeps it.
router.subscribe('onRendered', ({ fromLocation, hrefChanged }) => {
  if (fromLocation && hrefChanged && isFocusLost()) focusPage();
});
whenLoginExpires(async message => {
  await router.navigate({ to: '/login', search: { from: router.state.location.href }, replace: true });
  if (message) toastError(message);
});

// Runs the guards of the current page again, because the user may gain or lose access to it.
whenRolesChange(() => void router.invalidate());

// Shows a failed import in its place. The router would reload the page, which fails without the server.
addEventListener('vite:preloadError', event => {
  event.preventDefault();
  reloadUnused();
});

if (leftUsers().length > 0) {
  void import('./data/outbox/sweep.ts').then(({ sweepOutbox }) => sweepOutbox()).catch(() => {});
}

// A returning user stays signed in, so the code of the page loads during the refresh.
if (persist.isSet()) {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of routes) void router.loadRouteChunk(route);
}

const root = document.getElementById('root');
// Where the server has painted the landing page, that stays until all of the same page is there.
if (root?.hasChildNodes()) void router.load().finally(() => render(root));
else if (root) render(root);

function render(into: HTMLElement): void {
  createRoot(into).render(
    <StrictMode>
      <RouterProvider router={router} />
      <Toaster />
    </StrictMode>,
  );
}
