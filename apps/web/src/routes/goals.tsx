import { createFileRoute, redirect } from '@tanstack/react-router';

/** Where registration leads by the spec; it replaces itself (decision 5.1). */
export const Route = createFileRoute('/goals')({
  beforeLoad: () => {
    throw redirect({ to: '/dash/tasks', replace: true });
  },
});
