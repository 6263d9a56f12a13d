import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../lib/cx.ts';

type MenuItem = {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
};

type MenuProps = {
  /** The button that opens it; it gets its name from itself. */
  trigger: ReactElement;
  /** A quiet line above the items. */
  heading?: ReactNode;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
};

/** Not modal: a modal menu locks the page's scroll through a style tag, which the CSP forbids. */
export function Menu({ trigger, heading, items, align = 'end' }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align={align} sideOffset={4} collisionPadding={8} className={PANEL}>
          {heading && <Radix.Label className="mb-1 border-line border-b px-3 py-2">{heading}</Radix.Label>}
          {items.map(item => (
            <Radix.Item
              key={item.label}
              disabled={item.disabled ?? false}
              onSelect={item.onSelect}
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

const PANEL =
  'z-50 min-w-48 max-w-72 origin-(--radix-dropdown-menu-content-transform-origin) animate-pop rounded-card border border-line bg-surface p-1 shadow-float';

const ITEM =
  'flex h-9 cursor-pointer select-none items-center gap-3 rounded-control px-3 outline-none touch:h-touch data-disabled:pointer-events-none data-highlighted:bg-hover data-disabled:opacity-50 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:opacity-70';
