import { createFileRoute, redirect } from '@tanstack/react-router';
import { LandingPage } from '../features/landing/landing-page.tsx';

export const Route = createFileRoute('/')({
  beforeLoad: async ({ context: { session } }) => {
    if (await session.hasSession().catch(() => false)) throw redirect({ to: '/dash/tasks', replace: true });
  },
  component: LandingPage,
});
