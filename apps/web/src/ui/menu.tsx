import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react';
import { createPart } from '../lib/part.ts';
import { toastMissing } from './late.tsx';

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
  const [opened, setOpened] = useState(false);
  const module = panel.use();
  if (opened && module) return <module.MenuPanel {...props} />;

  function open(): void {
    panel.fetch().then(() => setOpened(true), toastMissing);
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
    ...panel.near,
  });
}

const panel = createPart(() => import('./menu-panel.tsx'));
