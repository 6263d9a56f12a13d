import { ArrowDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { enqueue } from '../../../data/outbox/enqueue.ts';
import { useShared } from '../../../data/reads/use-shared.ts';
import { useCurrentUser } from '../../../data/session/session.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { Button } from '../../../ui/form/button.tsx';
import type { Shown } from '../../../ui/list/long/use-shown.ts';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { Dots } from '../../../ui/status/spinner.tsx';
import type { InThread } from '../actions/message-actions.ts';
import type { Conversation, Message } from '../chat.ts';
import { Composer } from '../send/composer.tsx';
import { startThread } from '../send/start-thread.ts';
import { useUnseen } from './arrivals/use-unseen.ts';
import { useMessageFocus } from './keys/use-message-focus.ts';
import { pressKey, useMessageKeys } from './keys/use-message-keys.ts';
import { linesOf } from './lines.ts';
import { MessageLine } from './message-line.tsx';
import { useAnchoredScroll } from './scroll/use-anchored-scroll.ts';
import { useFoundMessage } from './scroll/use-found-message.ts';
import { useMarkRead } from './use-mark-read.ts';
import type { Messages } from './use-messages.ts';
import { usePast } from './use-past.tsx';

interface MessageListProps {
  thread: Conversation;
  messages: Messages;
  stored: readonly Message[];
  /** The message to scroll to. */
  shown: Shown | undefined;
}

/** The messages and the composer. New messages do not change the scroll position. */
export function MessageList({ thread, messages, stored, shown }: MessageListProps) {
  const me = useCurrentUser();
  const box = useRef<HTMLDivElement>(null);
  const { atEnd, onScroll, toEnd, toMessage } = useAnchoredScroll(box);
  const found = useFoundMessage({ shown, messages, stored, toMessage });
  const [editing, setEditing] = useState<string | null>(null);
  const past = usePast();
  const field = useRef<HTMLTextAreaElement>(null);
  const focus = useMessageFocus(box);
  const lines = useShared(linesOf(stored, messages.unsent, me)) ?? [];
  // The same for every rendering, so that only the lines that change render.
  const [steady] = useState(() => {
    const opens: InThread = { edit: ({ id }) => setEditing(id), history: past.open };
    return { opens, onEdited: () => setEditing(null) };
  });
  const keys = useMessageKeys({
    box,
    field,
    press(id, key) {
      const line = lines.find(one => one.id === id);
      if (line) pressKey(line, me, steady.opens, key);
    },
  });
  const newestFromOther = stored.findLast(({ sender }) => sender.id !== me.id)?.sequence;
  useMarkRead(thread, newestFromOther, atEnd);
  const unseen = useUnseen(stored, atEnd, me.id);

  // Loads older messages before the reader reaches the top, also if all messages are visible.
  function loadAhead(): void {
    if (box.current && box.current.scrollTop < AHEAD) messages.loadOlder();
  }
  useEffect(loadAhead);

  return (
    <>
      <div className="relative min-h-0 flex-1">
        <div
          ref={box}
          role="log"
          aria-label="Messages"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling area.
          tabIndex={0}
          onScroll={() => {
            onScroll();
            loadAhead();
          }}
          className={BOX}
        >
          {(messages.hasNextPage || messages.failure) && <Older messages={messages} />}
          <ul className="mt-auto" {...focus} {...keys.handlers}>
            {lines.map(line => (
              <MessageLine
                key={line.id}
                line={line}
                isFound={line.id === found}
                editing={editing === line.id}
                {...steady}
              />
            ))}
          </ul>
        </div>
        {!atEnd && <ToEnd arrived={unseen} onClick={toEnd} />}
      </div>
      <Composer
        thread={thread}
        onSend={text => {
          toEnd();
          return sendTo(thread, text);
        }}
        field={field}
        onUp={keys.toNewest}
      />
      {past.dialog}
    </>
  );
}

/** The server may give an unsent thread another id, so its messages are sent to the person. */
async function sendTo({ id, with: other, lastSequence }: Conversation, message: string): Promise<boolean> {
  if (lastSequence === 0) return (await startThread(other, message)) !== null;
  return enqueue('chat.send', { id: uuid(), conversationId: id, message });
}

/** Keeps its height while loading, so that nothing moves. */
function Older({ messages }: { messages: Messages }) {
  const { failure, refetch } = messages;
  if (failure) return <ErrorNote message={messageOf(failure)} onRetry={() => refetch()} />;
  return (
    <div className="flex h-10 shrink-0 items-center justify-center text-ink-soft">
      {messages.isFetchNextPageError ? (
        <ErrorNote message={messageOf(messages.error)} onRetry={() => messages.fetchNextPage()} />
      ) : (
        <Dots size={6} />
      )}
    </div>
  );
}

function ToEnd({ arrived, onClick }: { arrived: number; onClick: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button
        variant="quiet"
        size="small"
        className="pointer-events-auto animate-fade rounded-full! shadow-float"
        onClick={onClick}
      >
        <ArrowDown aria-hidden="true" />
        {arrived > 0 ? `${arrived} new` : 'Newest'}
      </Button>
    </div>
  );
}

/** In pixels: about a screen and a half of a phone. */
const AHEAD = 800;

const BOX =
  'absolute inset-0 flex flex-col overflow-y-auto overscroll-contain py-3 [--form-end:-0.75rem] [overflow-anchor:none] focus-visible:-outline-offset-2 desk:px-5';
