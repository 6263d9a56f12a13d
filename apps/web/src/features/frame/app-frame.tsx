import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { CircleCheckBig, MessagesSquare, ShoppingCart } from 'lucide-react';
import { liveState, useLive } from '../../live.ts';
import { POLLED } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { Frame } from '../../ui/frame.tsx';
import { Logo } from '../../ui/logo.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { ConnectionDot } from './connection-dot.tsx';
import { NameMenu } from './name-menu.tsx';

/** The bar of the dash area and the one stream behind all its pages. */
export function AppFrame() {
  useLive();
  const path = useLocation({ select: location => location.pathname });
  const unread = trpc.chat.unread.useQuery(undefined, POLLED).data ?? 0;
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
        {
          label: 'Groceries',
          icon: <ShoppingCart aria-hidden="true" />,
          active: path.startsWith('/dash/groceries'),
          render: parts => <Link key="groceries" to="/dash/groceries" {...parts} />,
        },
        {
          label: 'Messages',
          icon: <MessagesSquare aria-hidden="true" />,
          active: path.startsWith('/dash/messages'),
          badge: unread > 0 ? { count: unread, label: `${unread} unread` } : undefined,
          render: parts => <Link key="messages" to="/dash/messages" {...parts} />,
        },
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
