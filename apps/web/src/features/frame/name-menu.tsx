import { useCurrentUser } from '../../data/session/session.ts';
import { trpc } from '../../data/trpc.ts';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { PersonBadge } from '../../ui/badge.tsx';
import { LazyMenu } from '../../ui/overlay/menu.tsx';

/** The button that opens the menu of the signed-in user. */
export function NameMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const user = useCurrentUser();
  const name = trpc.auth.me.useQuery().data?.username ?? user.username;
  const trigger = (
    <button
      type="button"
      aria-label={`Account of ${name}`}
      className="grid size-touch place-items-center rounded-full"
    >
      <PersonBadge id={user.id} name={name} size="normal" decorative />
    </button>
  );
  return (
    <LazyMenu trigger={trigger} from={menu}>
      {({ AccountMenu }) => <AccountMenu trigger={trigger} onShortcuts={onShortcuts} />}
    </LazyMenu>
  );
}

const menu = createLazyModule(() => import('./account-menu.tsx'));
