import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/dash/manager')({
  beforeLoad: async ({ context: { session }, location }) => {
    if (!(await session.mayManage()))
      throw redirect({ to: '/login', search: { from: location.href }, replace: true });
  },
  component: Outlet,
});
