import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react';
import { messageOf } from '../lib/message.ts';
import { toastError } from './toast.tsx';

type MenuItem = {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
};

export type MenuProps = {
  /** The button that opens it; it gets its name from itself. */
  trigger: ReactElement<ComponentProps<'button'>>;
  /** A quiet line above the items. */
  heading?: ReactNode;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
};

/** Until it is opened, a menu is its button: what places and steers a panel is fetched when a hand comes near. */
export function Menu(props: MenuProps) {
  const [Panel, setPanel] = useState<ComponentType<MenuProps> | null>(null);
  if (Panel) return <Panel {...props} />;

  function open(): void {
    load().then(
      ({ MenuPanel }) => setPanel(() => MenuPanel),
      // A browser does not ask again for a part it once failed to get.
      (error: unknown) => toastError(messageOf(error), { label: 'Reload', onClick: () => location.reload() }),
    );
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    open();
  }

  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: open,
    onKeyDown,
    onPointerEnter: fetchEarly,
    onFocus: fetchEarly,
  });
}

/** A part that does not come is no error to Vite once main.tsx has taken it as its own: it is nothing. */
async function load() {
  const part = await import('./menu-panel.tsx');
  if (!part) throw new TypeError('Failed to fetch');
  return part;
}

/** If it fails now, opening says so. */
function fetchEarly(): void {
  if (navigator.onLine) load().catch(() => {});
}
