import { useNavigate } from '@tanstack/react-router';
import { Download, Keyboard, LogOut, Settings, Shield, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCurrentUser } from '../../data/session/session.ts';
import { trpc } from '../../data/trpc.ts';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { useInstall } from '../../lib/shell/use-install.ts';
import { MenuPanel, type MenuProps } from '../../ui/overlay/menu-panel.tsx';
import { LazyDialog } from '../../ui/status/lazy-view.tsx';
import { useIsDesktop } from '../../ui/use-is-desktop.ts';
import { useLeave } from './outbox/use-leave.tsx';

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
  const { isLeaving, leave, question } = useLeave();
  const [installing, setInstalling] = useState(false);
  const install = useInstall();

  return (
    <>
      <MenuPanel
        heading={
          <span className="block min-w-0">
            <span className="block truncate font-semibold">{name}</span>
            <span className="block text-ink-soft text-small">{user.status}</span>
          </span>
        }
        trigger={isLeaving ? LEAVING : trigger}
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
          { label: 'Log out', icon: LOG_OUT, onSelect: () => leave() },
        ]}
      />
      <LazyDialog from={note} open={installing} onClose={() => setInstalling(false)}>
        {({ InstallNote }) => <InstallNote open={installing} onClose={() => setInstalling(false)} />}
      </LazyDialog>
      {question}
    </>
  );
}

/** The same element as the button of the menu, so that it keeps the focus where the logout fails. */
const LEAVING = (
  <button type="button" className="px-2 text-ink-soft text-small">
    Logging out...
  </button>
);

const SETTINGS = <Settings aria-hidden="true" />;
const SHIELD = <Shield aria-hidden="true" />;
const KEYBOARD = <Keyboard aria-hidden="true" />;
const DOWNLOAD = <Download aria-hidden="true" />;
const TRASH = <Trash2 aria-hidden="true" />;
const LOG_OUT = <LogOut aria-hidden="true" />;

const note = createLazyModule(() => import('./install-note.tsx'));
