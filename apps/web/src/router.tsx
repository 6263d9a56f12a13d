import { createRouter } from '@tanstack/react-router';
import { PageTrouble } from './features/frame/page-trouble.tsx';
import { routeTree } from './routeTree.gen.ts';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: PageTrouble,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
