import { createRouter } from '@tanstack/react-router';
import { PageTrouble } from './features/frame/page-trouble.tsx';
import { routerContext } from './router-context.ts';
import { routeTree } from './routeTree.gen.ts';

export const router = createRouter({
  routeTree,
  context: routerContext,
  defaultPreload: 'intent',
  // A loader only starts queries, and the query client decides how fresh they are. Routes with a loader set
  // `preload: false`, so that hovering a link loads code but no data.
  defaultStaleTime: Number.POSITIVE_INFINITY,
  scrollRestoration: true,
  defaultErrorComponent: PageTrouble,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
