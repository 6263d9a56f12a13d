import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { CircleCheckBig, UsersRound } from 'lucide-react';
import { liveState, useLive } from '../../live.ts';
import { useCurrentUser } from '../../session.ts';
import { Frame, type LinkParts } from '../../ui/frame.tsx';
import { Logo } from '../../ui/logo.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { ConnectionDot } from './connection-dot.tsx';
import { NameMenu } from './name-menu.tsx';

/** The bar of the dash area and the one stream behind all its pages. */
export function AppFrame() {
  useLive();
  const { isManager, isAdmin } = useCurrentUser();
  const path = useLocation({ select: location => location.pathname });
  return (
    <Frame
      logo={
        <Link to="/dash/tasks" className="block">
          <Logo label="Onus" />
        </Link>
      }
      entries={[
        {
          label: 'Tasks',
          icon: <CircleCheckBig aria-hidden="true" />,
          active: path.startsWith('/dash/tasks'),
          render: parts => <Link key="tasks" to="/dash/tasks" {...parts} />,
        },
        ...(isManager || isAdmin
          ? [
              {
                label: 'Manager',
                icon: <UsersRound aria-hidden="true" />,
                active: path.startsWith('/dash/manager'),
                render: (parts: LinkParts) => <Link key="manager" to="/dash/manager" {...parts} />,
              },
            ]
          : []),
      ]}
      right={
        <>
          <ConnectionDot state={liveState.use()} />
          <ThemeToggle />
          <NameMenu />
        </>
      }
    >
      <Outlet />
    </Frame>
  );
}
