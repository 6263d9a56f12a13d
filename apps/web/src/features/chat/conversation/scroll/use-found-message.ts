import { useEffect, useEffectEvent, useState } from 'react';
import type { Shown } from '../../../../ui/list/long/use-shown.ts';
import type { Message } from '../../chat.ts';
import type { Messages } from '../use-messages.ts';

interface Found {
  /** The message that a link leads to. */
  shown: Shown | undefined;
  messages: Messages;
  stored: readonly Message[];
  toMessage: (id: string) => void;
}

/**
 * Scrolls to a message once for each visit, after loading older ones until it is there.
 * @returns its id as soon as it is there.
 */
export function useFoundMessage({ shown, messages, stored, toMessage }: Found): string | undefined {
  const [found, setFound] = useState<Shown>();
  const isSought = shown !== undefined && shown.visit !== found?.visit;
  const isThere = stored.some(({ id }) => id === shown?.id);
  const show = useEffectEvent(() => {
    setFound(shown);
    if (shown) toMessage(shown.id);
  });
  useEffect(() => {
    if (isSought && isThere) show();
  }, [isSought, isThere]);
  useEffect(() => {
    if (isSought && !isThere) messages.loadOlder();
  });
  return found?.id;
}
