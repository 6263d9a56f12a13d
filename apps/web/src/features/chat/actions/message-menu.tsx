import { History, ListTodo, Pencil, ShoppingBasket, Trash2 } from 'lucide-react';
import { useCurrentUser } from '../../../data/session/session.ts';
import { MenuPanel, type MenuProps } from '../../../ui/overlay/menu-panel.tsx';
import type { Line } from '../conversation/lines.ts';
import { actionsOf, type InThread } from './message-actions.ts';

interface MessageMenuProps extends Pick<MenuProps, 'trigger'> {
  message: Line;
  opens: InThread;
}

export function MessageMenu({ trigger, message, opens }: MessageMenuProps) {
  const items = actionsOf(message, useCurrentUser(), opens).map(({ key, label, act }) => ({
    label,
    icon: ICONS[key],
    onSelect: act,
    danger: key === 'Delete',
  }));
  return <MenuPanel trigger={trigger} items={items} />;
}

const ICONS = {
  t: <ListTodo aria-hidden="true" />,
  l: <ShoppingBasket aria-hidden="true" />,
  e: <Pencil aria-hidden="true" />,
  h: <History aria-hidden="true" />,
  Delete: <Trash2 aria-hidden="true" />,
};
