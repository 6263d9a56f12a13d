import { useNavigate } from '@tanstack/react-router';
import { Download, Keyboard, LogOut, Settings, Shield, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { logout, useCurrentUser } from '../../data/session/session.ts';
import { trpc } from '../../data/trpc.ts';
import { messageOf } from '../../lib/error-message.ts';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { useInstall } from '../../lib/shell/use-install.ts';
import { MenuPanel, type MenuProps } from '../../ui/overlay/menu-panel.tsx';
import { LazyDialog } from '../../ui/status/lazy-view.tsx';
import { toastError } from '../../ui/toast/toast.tsx';
import { useIsDesktop } from '../../ui/use-is-desktop.ts';
import { dialogs } from './outbox/dialogs.ts';
import { useUnsent } from './outbox/use-unsent.ts';

interface AccountMenuProps {
  trigger: MenuProps['trigger'];
  onShortcuts: () => void;
}

/** The menu of the signed-in user after its first opening, with the dialogs that it opens. */
export function AccountMenu({ trigger, onShortcuts }: AccountMenuProps) {
  const isDesk = useIsDesktop();
  const user = useCurrentUser();
  const navigate = useNavigate();
  const name = trpc.auth.me.useQuery().data?.username ?? user.username;
  const { leaving, leave, ask, asking, setAsking } = useLeave();
  const [installing, setInstalling] = useState(false);
  const install = useInstall();

  if (leaving) return <span className="px-2 text-ink-soft text-small">Logging out...</span>;
  const menu = (
    <MenuPanel
      heading={
        <span className="block min-w-0">
          <span className="block truncate font-semibold">{name}</span>
          <span className="block text-ink-soft text-small">{user.status}</span>
        </span>
      }
      trigger={trigger}
      items={[
        { label: 'Settings', icon: SETTINGS, onSelect: () => void navigate({ to: '/dash/settings' }) },
        ...(user.isAdmin
          ? [{ label: 'Admin', icon: SHIELD, onSelect: () => void navigate({ to: '/dash/admin' }) }]
          : []),
        { label: 'Recently deleted', icon: TRASH, onSelect: () => void navigate({ to: '/dash/deleted' }) },
        ...(isDesk ? [{ label: 'Keyboard shortcuts', icon: KEYBOARD, onSelect: onShortcuts }] : []),
        ...(install
          ? [
              {
                label: 'Install app',
                icon: DOWNLOAD,
                onSelect: install === 'by hand' ? () => setInstalling(true) : install,
              },
            ]
          : []),
        { label: 'Log out', icon: LOG_OUT, onSelect: ask },
      ]}
    />
  );
  return (
    <>
      {menu}
      <LazyDialog from={note} open={installing} onClose={() => setInstalling(false)}>
        {({ InstallNote }) => <InstallNote open={installing} onClose={() => setInstalling(false)} />}
      </LazyDialog>
      <LazyDialog from={dialogs} open={asking} onClose={() => setAsking(false)}>
        {({ LeaveDialog }) => (
          <LeaveDialog open={asking} onClose={() => setAsking(false)} onLeave={() => void leave()} />
        )}
      </LazyDialog>
    </>
  );
}

/** Logs out, after a question if changes wait to be sent. */
function useLeave() {
  const navigate = useNavigate();
  const { count } = useUnsent();
  const [leaving, setLeaving] = useState(false);
  const [asking, setAsking] = useState(false);

  async function leave(): Promise<void> {
    // If it fails there is nothing left to ask.
    setAsking(false);
    setLeaving(true);
    try {
      await logout();
      await navigate({ to: '/login' });
    } catch (error) {
      setLeaving(false);
      toastError(messageOf(error));
    }
  }

  const ask = () => (count > 0 ? setAsking(true) : void leave());
  return { leaving, leave, ask, asking, setAsking };
}

const SETTINGS = <Settings aria-hidden="true" />;
const SHIELD = <Shield aria-hidden="true" />;
const KEYBOARD = <Keyboard aria-hidden="true" />;
const DOWNLOAD = <Download aria-hidden="true" />;
const TRASH = <Trash2 aria-hidden="true" />;
const LOG_OUT = <LogOut aria-hidden="true" />;

const note = createLazyModule(() => import('./install-note.tsx'));
