import { History, ListTodo, Pencil, ShoppingBasket, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { enqueue } from '../../../data/outbox/enqueue.ts';
import { useCurrentUser } from '../../../data/session.ts';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import { MenuPanel, type MenuProps } from '../../../ui/overlay/menu-panel.tsx';
import { LazyDialog } from '../../../ui/status/lazy-view.tsx';
import type { Message } from '../chat.ts';
import { makeTask, putOnList } from './from-message.ts';

interface MessageMenuProps extends Pick<MenuProps, 'trigger'> {
  message: { id: string; text: string; timestamp: number };
  /** The server's message; null for an unsent one. */
  stored: Message | null;
  onEdit: () => void;
}

/** What the reader may do with a message. Both of the two see how it was edited. */
export function MessageMenu({ trigger, message: { id, text, timestamp }, stored, onEdit }: MessageMenuProps) {
  const me = useCurrentUser();
  const [isLookingBack, setLookingBack] = useState(false);
  const uses = [
    {
      label: 'Make a task of it',
      icon: <ListTodo aria-hidden="true" />,
      onSelect: () => void makeTask(text, timestamp, me.id),
    },
    {
      label: 'Put on the list',
      icon: <ShoppingBasket aria-hidden="true" />,
      onSelect: () => void putOnList(text, me),
    },
  ];
  const change = { label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: onEdit };
  const history = {
    label: 'History',
    icon: <History aria-hidden="true" />,
    onSelect: () => setLookingBack(true),
  };
  const erase = {
    label: 'Delete',
    icon: <Trash2 aria-hidden="true" />,
    onSelect: () => void enqueue('chat.delete', { id }, { about: text }),
    danger: true,
  };
  const past = stored?.editedAt ? [history] : [];
  return (
    <>
      <MenuPanel
        trigger={trigger}
        items={stored?.may.edit ? [...uses, change, ...past, erase] : [...uses, ...past]}
      />
      <LazyDialog from={edits} open={isLookingBack} onClose={() => setLookingBack(false)}>
        {({ MessageHistory }) => (
          <MessageHistory id={id} text={text} open={isLookingBack} onClose={() => setLookingBack(false)} />
        )}
      </LazyDialog>
    </>
  );
}

const edits = createLazyModule(() => import('../message-history.tsx'));
