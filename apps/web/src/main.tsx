import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { whenLoginExpires, whenRolesChange } from './session.ts';
import { createTrpcClient, trpc } from './trpc.ts';
import { applyStoredTheme } from './ui/theme.ts';
import { Toaster } from './ui/toaster.tsx';

const trpcClient = createTrpcClient();

applyStoredTheme();
whenLoginExpires(message => {
  if (message) void import('./ui/toast.tsx').then(({ toastError }) => toastError(message));
  void router.navigate({ to: '/login', search: { from: router.state.location.href }, replace: true });
});

// The page one stands on may be no longer, or not yet, one's own to see: its guards are asked again.
whenRolesChange(() => void router.invalidate());

// A part of the app that cannot be loaded is told in its place. The router would reload the page for it, and
// with the server away nothing would be left of either.
window.addEventListener('vite:preloadError', event => event.preventDefault());

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toaster />
        </QueryClientProvider>
      </trpc.Provider>
    </StrictMode>,
  );
}
