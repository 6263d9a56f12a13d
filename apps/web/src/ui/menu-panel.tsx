import { DropdownMenu as Radix } from 'radix-ui';
import { cx } from '../lib/cx.ts';
import type { MenuProps } from './menu.tsx';

/**
 * A menu from its first opening on. Not modal: a modal menu locks the page's scroll through a style tag, which
 * the CSP forbids.
 */
export function MenuPanel({ trigger, heading, items, align = 'end' }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen>
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
