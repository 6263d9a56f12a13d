import { useRouterState } from '@tanstack/react-router';
import { DropdownMenu as Radix } from 'radix-ui';
import {
  type ComponentProps,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { cx } from '../../lib/cx.ts';
import { useIsDesktop } from '../use-is-desktop.ts';
import { collectKeys, passKeys } from './keys-ahead.ts';
import { useBack } from './use-back.ts';

type MenuItem = {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Has the focus when the menu opens. */
  isFirst?: boolean;
};

export type MenuProps = {
  /** The button that opens it. The menu takes its name. */
  trigger: ReactElement<ComponentProps<'button'>>;
  /** A line of text above the items. */
  heading?: ReactNode;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
};

/**
 * A menu after its first opening. Not modal, because a modal menu locks the page's scroll with a style tag, which the
 * CSP forbids.
 */
export function MenuPanel({ trigger, heading, items, align = 'end' }: MenuProps) {
  const [open, setOpen] = useState(true);
  const choose = useChoice(open, () => setOpen(false));
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    // Radix puts the focus on the menu as a whole, or on its first item.
    const later = setTimeout(() => {
      first.current?.focus();
      passKeys();
    });
    return () => clearTimeout(later);
  }, [open]);

  function onClick(event: MouseEvent): void {
    if (event.detail !== 0) return;
    collectKeys(Promise.resolve());
    setOpen(true);
  }

  return (
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      {/* Radix opens on a pointer or a key, not on the click of a shortcut. */}
      <Radix.Trigger asChild onClick={onClick}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align={align} sideOffset={4} collisionPadding={8} className={PANEL}>
          {heading && <Radix.Label className="mb-1 border-line border-b px-3 py-2">{heading}</Radix.Label>}
          {items.map(item => (
            <Radix.Item
              key={item.label}
              ref={item.isFirst ? first : undefined}
              disabled={item.disabled ?? false}
              onSelect={() => choose(item)}
              className={cx(ITEM, item.danger ? 'text-danger' : 'text-ink')}
            >
              {item.icon}
              {item.label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * On a phone, Back closes the menu. An item acts once the entry of the menu is gone from the browser's history: another page
 * or a dialog would come on top of it.
 */
function useChoice(open: boolean, onClose: () => void): (item: MenuItem) => void {
  const isDesk = useIsDesktop();
  const isThere = useBack(open && !isDesk, onClose);
  const [chosen, setChosen] = useState<MenuItem | null>(null);
  const act = useEffectEvent(() => {
    setChosen(null);
    chosen?.onSelect();
  });
  // The router restores where the page was scrolled to, and what an item opens may scroll it.
  const isAtRest = useRouterState({ select: ({ status }) => status === 'idle' });
  const isDue = chosen !== null && !open && !isThere && isAtRest;
  useEffect(() => {
    if (isDue) act();
  }, [isDue]);
  return item => (isThere ? setChosen(item) : item.onSelect());
}

/** Above a toast, which comes from the same corner as the menu of the account. */
const PANEL =
  'z-70 min-w-48 max-w-72 origin-(--radix-dropdown-menu-content-transform-origin) animate-pop rounded-card border border-line bg-surface p-1 shadow-float';

const ITEM =
  'flex h-9 cursor-pointer select-none items-center gap-3 rounded-control px-3 outline-none touch:h-touch data-disabled:pointer-events-none data-highlighted:bg-hover data-disabled:opacity-50 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:opacity-70';
