import { foldUnread } from '@onus/contract/fold/unread';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { CircleCheckBig, MessagesSquare, ShoppingCart, UsersRound } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { useLive } from '../../data/live/live.ts';
import { openThread, unreadElsewhere } from '../../data/live/open-thread.ts';
import { whenStored } from '../../data/outbox/state.ts';
import { useOverwritten } from '../../data/outbox/theirs.ts';
import { useOutbox, useQueued } from '../../data/outbox/use-outbox.ts';
import { POLLED } from '../../data/query-client.ts';
import { useCurrentUser } from '../../data/session/session.ts';
import { trpc } from '../../data/trpc.ts';
import { createLazyModule, type LazyModule } from '../../lib/lazy-module.ts';
import { forgetUndo } from '../../lib/undo.ts';
import { tones } from '../../ui/badge.tsx';
import { Frame, type FrameEntry } from '../../ui/layout/frame.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useHistoryDialog } from '../../ui/overlay/use-history-dialog.ts';
import { useTypedAhead } from '../../ui/overlay/use-typed-ahead.ts';
import { LazyDialog } from '../../ui/status/lazy-view.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { undoWithToast } from '../../ui/toast/undo-toast.ts';
import { unreadInTitle } from '../../ui/use-page-title.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { type AfterStartModule, Delayed } from './delayed.tsx';
import { LINE, LINE_TASK } from './line-form.ts';
import { NameMenu } from './name-menu.tsx';
import { ConnectionStatus } from './outbox/connection-status.tsx';
import { useOutboxToasts } from './outbox/use-outbox-toasts.ts';

interface AppFrameProps {
  /** The line that every page opens, which uses several features. */
  line: LazyModule<{ LineDialog: ComponentType<{ open: boolean; onClose: () => void }> }>;
  afterStart: AfterStartModule;
}

/** The bar of the dash area. Its pages share one stream of change events and one outbox. */
export function AppFrame({ line, afterStart }: AppFrameProps) {
  const { id, isManager, isAdmin } = useCurrentUser();
  useLive(id);
  useOutbox(id);
  useOutboxToasts();
  useOverwritten();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the person is what counts.
  useEffect(() => forgetUndo, [id]);
  const path = useLocation({ select: location => location.href });
  const navigate = useNavigate();
  const [helping, setHelping] = useState(false);
  const { open: add, ...adding } = useHistoryDialog(LINE);
  const isContinued = useHistoryDialog(LINE_TASK).isOpen;
  const isLoaded = useSelector(line.loaded) !== null;
  useTypedAhead((adding.isOpen || isContinued) && !isLoaded);
  useShortcuts({
    'mod+k': add,
    q: () => {
      const own = document.querySelector<HTMLElement>('main [aria-keyshortcuts=q]');
      if (own) own.focus();
      else add();
    },
    'g t': () => void navigate({ to: '/dash/tasks' }),
    'g g': () => void navigate({ to: '/dash/groceries' }),
    'g m': () => void navigate({ to: '/dash/messages' }),
    '?': () => setHelping(true),
    z: undo,
    'mod+z': undo,
  });
  const colors = trpc.member.tones.useQuery().data;
  useEffect(() => tones.set(colors ?? {}), [colors]);
  const waiting = trpc.chat.unread.useQuery(undefined, POLLED).data;
  const queued = useQueued('chat.markRead', waiting);
  const unread = unreadElsewhere(waiting && foldUnread(waiting, queued), useSelector(openThread));
  useEffect(() => {
    unreadInTitle.set(unread);
    return () => unreadInTitle.set(0);
  }, [unread]);
  return (
    <Frame
      logo={
        <Link to="/dash/tasks" className="flex">
          <Logo label="Onus" />
        </Link>
      }
      entries={entriesOf(path, unread, isManager || isAdmin)}
      add={{ label: addLabel(path), onClick: add, near: line.near }}
      right={
        <>
          <Delayed module={afterStart} />
          <ConnectionStatus />
          <ThemeToggle />
          <NameMenu onShortcuts={() => setHelping(true)} />
        </>
      }
    >
      <Outlet />
      <LazyDialog from={help} open={helping} onClose={() => setHelping(false)}>
        {({ ShortcutHelp }) => <ShortcutHelp open={helping} onClose={() => setHelping(false)} />}
      </LazyDialog>
      <LazyDialog from={line} open={adding.isOpen || isContinued} onClose={adding.close}>
        {({ LineDialog }) => <LineDialog open={adding.isOpen} onClose={adding.close} />}
      </LazyDialog>
    </Frame>
  );
}

/** An action is remembered once the browser has stored it, some ms after its key. */
async function undo(): Promise<void> {
  await whenStored();
  undoWithToast();
}

const help = createLazyModule(() => import('./shortcut-help.tsx'));

/** The phone's add button by what its page adds to. */
function addLabel(path: string): string {
  if (/^\/dash\/(tasks|manager)(?!.*tab=(settings|members))/.test(path)) return 'Add Task';
  return path.startsWith('/dash/groceries') ? 'Add Item' : 'Add or find';
}

/** Manager for Manager or Admin only (rule 12, top bar). */
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
