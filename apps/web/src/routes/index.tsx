import { createFileRoute, redirect } from '@tanstack/react-router';
import { LandingPage } from '../features/landing/landing-page.tsx';

/** Part of the first chunk, like the login, so that a visitor waits for one file instead of two. */
export const Route = createFileRoute('/')({
  beforeLoad: async ({ context: { session } }) => {
    if (await session.hasSession().catch(() => false)) throw redirect({ to: '/dash/tasks', replace: true });
  },
  component: LandingPage,
  codeSplitGroupings: [],
});
