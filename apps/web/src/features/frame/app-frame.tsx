import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { CircleCheckBig, MessagesSquare, ShoppingCart, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { createPart } from '../../lib/part.ts';
import { liveState, useLive } from '../../live.ts';
import { POLLED } from '../../query-client.ts';
import { reading, unreadElsewhere } from '../../reading.ts';
import { useCurrentUser } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { Frame, type FrameEntry } from '../../ui/frame.tsx';
import { LateDialog } from '../../ui/late.tsx';
import { Logo } from '../../ui/logo.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { ConnectionDot } from './connection-dot.tsx';
import { NameMenu } from './name-menu.tsx';

/** The bar of the dash area and the one stream behind all its pages. */
export function AppFrame() {
  useLive();
  const { isManager, isAdmin } = useCurrentUser();
  const path = useLocation({ select: location => location.pathname });
  const navigate = useNavigate();
  const [helping, setHelping] = useState(false);
  useShortcuts({
    'g t': () => void navigate({ to: '/dash/tasks' }),
    'g g': () => void navigate({ to: '/dash/groceries' }),
    'g m': () => void navigate({ to: '/dash/messages' }),
    '?': () => setHelping(true),
  });
  const waiting = trpc.chat.unread.useQuery(undefined, POLLED).data;
  const unread = unreadElsewhere(waiting, reading.use());
  return (
    <Frame
      logo={
        <Link to="/dash/tasks" className="flex">
          <Logo label="Onus" />
        </Link>
      }
      entries={entriesOf(path, unread, isManager || isAdmin)}
      right={
        <>
          <ConnectionDot state={liveState.use()} />
          <ThemeToggle />
          <NameMenu onShortcuts={() => setHelping(true)} />
        </>
      }
    >
      <Outlet />
      <LateDialog part={help} open={helping} onClose={() => setHelping(false)}>
        {({ ShortcutHelp }) => <ShortcutHelp open={helping} onClose={() => setHelping(false)} />}
      </LateDialog>
    </Frame>
  );
}

const help = createPart(() => import('./shortcut-help.tsx'));

/** Manager for Manager or Admin only (spec 2, top bar). */
function entriesOf(path: string, unread: number, manages: boolean): FrameEntry[] {
  const entries: FrameEntry[] = [
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
  ];
  if (!manages) return entries;
  return [
    ...entries,
    {
      label: 'Manager',
      icon: <UsersRound aria-hidden="true" />,
      active: path.startsWith('/dash/manager'),
      render: parts => <Link key="manager" to="/dash/manager" {...parts} />,
    },
  ];
}
