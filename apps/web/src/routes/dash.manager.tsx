import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { isManager } from '../session.ts';

export const Route = createFileRoute('/dash/manager')({
  beforeLoad: ({ location }) => {
    if (!isManager()) throw redirect({ to: '/login', search: { from: location.href }, replace: true });
  },
  component: Outlet,
});
