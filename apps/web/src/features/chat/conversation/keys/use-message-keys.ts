import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { createLazyModule } from '../../../../lib/lazy-module.ts';
import { toastMissing } from '../../../../ui/status/lazy-view.tsx';
import { toastSuccess } from '../../../../ui/toast/toast.tsx';
import { shortcutsOn } from '../../../../ui/use-shortcuts.ts';
import type { InThread } from '../../actions/message-actions.ts';
import type { Line } from '../lines.ts';

const actions = createLazyModule(() => import('../../actions/message-actions.ts'));

/** Does what the menu of the message has under that key, if it has it. */
export function pressKey(
  line: Line,
  me: { id: string; username: string },
  opens: InThread,
  key: string,
): void {
  actions.fetch().then(({ actionsOf }) => {
    actionsOf(line, me, opens)
      .find(action => action.key === key)
      ?.act();
  }, toastMissing);
}

/** Milliseconds for the second press of Del: nothing brings a deleted message back. */
const AGAIN = 5_000;

interface MessageKeys {
  box: RefObject<HTMLElement | null>;
  /** The field below the messages. */
  field: RefObject<HTMLElement | null>;
  /** @param id of the message. */
  press: (id: string, key: string) => void;
}

/**
 * The keys of a message that has the focus: the arrows, `j` and `k` move on, Escape goes back to the field below, and its
 * actions have keys like those of a task.
 */
export function useMessageKeys({ box, field, press }: MessageKeys) {
  const asked = useRef({ id: '', at: 0 });

  function mayDelete(id: string, at: number): boolean {
    const isAgain = asked.current.id === id && at - asked.current.at < AGAIN;
    asked.current = { id: isAgain ? '' : id, at };
    if (!isAgain) toastSuccess('Press Del again to delete this message');
    return isAgain;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target, timeStamp } = event;
    if (key !== 'Delete') asked.current = { id: '', at: 0 };
    const id = messageOf(target)?.dataset.message;
    if (!id || !isMeant(event)) return;
    const step = STEPS[key];
    if (step) {
      const messages = messagesIn(box.current);
      focus(messages[messages.findIndex(one => one.dataset.message === id) + step]);
    } else if (key === 'Escape') field.current?.focus();
    else if (!ACTS.includes(key)) return;
    else if (!event.repeat && (key !== 'Delete' || mayDelete(id, timeStamp))) press(id, key);
    event.preventDefault();
  }

  /** A click on a message gives it no focus, so that what is typed next does nothing to it. */
  function onPointerDown(): void {
    for (const message of messagesIn(box.current)) message.removeAttribute('tabindex');
  }

  return { handlers: { onKeyDown, onPointerDown }, toNewest: () => focus(messagesIn(box.current).at(-1)) };
}

const STEPS: Record<string, number> = { ArrowUp: -1, k: -1, ArrowDown: 1, j: 1 };
const ACTS = ['t', 'l', 'e', 'h', 'Delete'];

/** Not in the form of a message, not for a menu, and no single letters where they are turned off. */
function isMeant({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || (target as Element).closest('form')) return false;
  return key.length > 1 || shortcutsOn.get();
}

function messageOf(target: EventTarget): HTMLElement | null {
  return (target as Element).closest('[data-message]');
}

function messagesIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[data-message]') ?? [])];
}

function focus(message: HTMLElement | undefined): void {
  if (!message) return;
  message.tabIndex = -1;
  message.focus();
}
