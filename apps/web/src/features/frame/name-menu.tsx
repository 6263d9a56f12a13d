import { useNavigate } from '@tanstack/react-router';
import { Keyboard, LogOut } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { logout, useCurrentUser } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { PersonBadge } from '../../ui/badge.tsx';
import { Menu } from '../../ui/menu.tsx';
import { toastError } from '../../ui/toast.tsx';
import { useDesk } from '../../ui/use-desk.ts';

/** Who is signed in, what the keyboard can do, and the way out. */
export function NameMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const isDesk = useDesk();
  const user = useCurrentUser();
  const name = trpc.auth.me.useQuery().data?.username ?? user.username;
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);

  async function leave(): Promise<void> {
    setLeaving(true);
    try {
      await logout();
      await navigate({ to: '/login' });
    } catch (error) {
      setLeaving(false);
      toastError(messageOf(error));
    }
  }

  if (leaving) return <span className="px-2 text-ink-soft text-small">Logging out...</span>;
  return (
    <Menu
      heading={
        <span className="block min-w-0">
          <span className="block truncate font-semibold">{name}</span>
          <span className="block text-ink-soft text-small">{user.status}</span>
        </span>
      }
      trigger={
        <button
          type="button"
          aria-label={`Account of ${name}`}
          className="grid size-touch place-items-center rounded-full"
        >
          <PersonBadge id={user.id} name={name} size="normal" decorative />
        </button>
      }
      items={[
        ...(isDesk
          ? [{ label: 'Keyboard shortcuts', icon: <Keyboard aria-hidden="true" />, onSelect: onShortcuts }]
          : []),
        { label: 'Log out', icon: <LogOut aria-hidden="true" />, onSelect: () => void leave() },
      ]}
    />
  );
}
