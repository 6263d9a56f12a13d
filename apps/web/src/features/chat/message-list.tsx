import { ArrowDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/message.ts';
import { useCurrentUser } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Dots } from '../../ui/spinner.tsx';
import { useAnchoredScroll } from '../../ui/use-anchored-scroll.ts';
import type { Conversation, Message } from './chat.ts';
import { Composer } from './composer.tsx';
import { linesOf } from './lines.ts';
import { MessageLine } from './message-line.tsx';
import { useUnsent } from './unsent.ts';
import { useMarkRead } from './use-mark-read.ts';
import type { Messages } from './use-messages.ts';
import { useSend } from './use-send.ts';

interface MessageListProps {
  thread: Conversation;
  messages: Messages;
  stored: readonly Message[];
}

/** What was written, and under it where one writes. It stays where it was scrolled to, whatever arrives. */
export function MessageList({ thread, messages, stored }: MessageListProps) {
  const me = useCurrentUser();
  const box = useRef<HTMLDivElement>(null);
  const { atEnd, onScroll, toEnd } = useAnchoredScroll(box);
  const { send, retry } = useSend(thread.id);
  const [editing, setEditing] = useState<string | null>(null);
  const lines = linesOf(stored, useUnsent(me.id, thread.id), me);
  const newest = stored.at(-1)?.sequence;
  useMarkRead(thread, newest, atEnd);
  // What came since the end was left, not what the server still counts: that lags behind what was read here.
  const [lastSeen, setLastSeen] = useState(newest);
  if (atEnd && lastSeen !== newest) setLastSeen(newest);
  const arrived = stored.filter(({ sequence, sender }) => sequence > (lastSeen ?? 0) && sender.id !== me.id);

  // Older ones are asked for before the reader gets to the top, also when all of them are in sight.
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
          tabIndex={0}
          onScroll={() => {
            onScroll();
            loadAhead();
          }}
          className={BOX}
        >
          {messages.hasNextPage && <Older messages={messages} />}
          <ul className="mt-auto">
            {lines.map(line => (
              <MessageLine
                key={line.id}
                line={line}
                editing={editing === line.id}
                onEdit={open => setEditing(open ? line.id : null)}
                onRetry={retry}
              />
            ))}
          </ul>
        </div>
        {!atEnd && <ToEnd arrived={arrived.length} onClick={toEnd} />}
      </div>
      <Composer
        thread={thread}
        onSend={text => {
          send(text);
          toEnd();
        }}
      />
    </>
  );
}

/** As high whether it works or waits, so that nothing moves. */
function Older({ messages }: { messages: Messages }) {
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
  'absolute inset-0 flex flex-col overflow-y-auto overscroll-contain py-3 [overflow-anchor:none] focus-visible:-outline-offset-2 desk:px-5';
