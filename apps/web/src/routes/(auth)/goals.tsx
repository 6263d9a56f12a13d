import { createFileRoute, redirect } from '@tanstack/react-router';

/** The target of registration. It redirects and replaces the history entry (rule 5.1). */
export const Route = createFileRoute('/(auth)/goals')({
  beforeLoad: () => {
    throw redirect({ to: '/dash/tasks', replace: true });
  },
});
