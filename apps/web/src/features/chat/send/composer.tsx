import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { TextArea } from '../../../ui/form/field.tsx';
import { useLostFocus } from '../../../ui/layout/use-lost-focus.ts';
import { useIsDesktop } from '../../../ui/use-is-desktop.ts';
import type { Conversation } from '../chat.ts';
import { isSendKey } from '../send-key.ts';
import { useDraft } from './drafts.ts';
import { LeftDraft } from './left-draft.tsx';

interface ComposerProps {
  thread: Conversation;
  /** @returns whether this browser has stored it. */
  onSend: (text: string) => Promise<boolean>;
  field: RefObject<HTMLTextAreaElement | null>;
  /** The key that leaves the empty field for the messages. */
  onUp: () => void;
}

/** Grows to five lines. Each thread keeps its draft. */
export function Composer({ thread, onSend, field, onUp }: ComposerProps) {
  const desk = useIsDesktop();
  const { text, change, putBack } = useDraft(thread.id);
  const ready = text.trim() !== '';
  const reason = useRef<HTMLParagraphElement>(null);
  useLostFocus(reason, thread.may.send);

  async function submit(): Promise<void> {
    if (!ready) return;
    change('');
    if (!(await onSend(text))) putBack(text);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // An open thread takes the focus, and the keys of the page are letters in its field.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) event.currentTarget.blur();
    const goesUp = event.key === 'ArrowUp' && text === '';
    if (!goesUp && !isSendKey(event)) return;
    event.preventDefault();
    if (goesUp) onUp();
    else void submit();
  }

  if (!thread.may.send) {
    return (
      <div className="flex shrink-0 flex-col gap-3 border-line border-t py-4 desk:px-5">
        <p ref={reason} tabIndex={-1} className="text-center text-ink-soft text-small outline-none">
          You can no longer write to {thread.with.username}.
        </p>
        <LeftDraft threadId={thread.id} />
      </div>
    );
  }
  return (
    <form
      aria-label="Write a message"
      onSubmit={event => {
        event.preventDefault();
        void submit();
      }}
      className="shrink-0 pt-1 pb-3 desk:pb-5 desk:pl-5"
    >
      <div className={BOX}>
        <div className="min-w-0 flex-1">
          <TextArea
            ref={field}
            look="bare"
            label="Message"
            labelHidden
            placeholder="Write a message"
            rows={1}
            autoFocus={desk && !isAmongThreads()}
            className="max-h-33! border-transparent border-y-6 touch:max-h-35! touch:border-y-10"
            value={text}
            onKeyDown={onKeyDown}
            onChange={event => change(event.target.value)}
          />
        </div>
        <button
          type="submit"
          aria-label="Send"
          title="Send"
          disabled={!ready}
          // The focus stays in the field, and with it the keyboard of a phone.
          onMouseDown={event => event.preventDefault()}
          className={SEND}
        >
          {ICON}
        </button>
      </div>
    </form>
  );
}

/** Whether the focus is in the list, not at the open thread: a desktop opens the newest one by itself, and maybe late. */
function isAmongThreads(): boolean {
  return document.activeElement?.matches('[data-threads] :not([aria-current])') ?? false;
}

const BOX =
  'flex items-end gap-2 rounded-card border border-edge bg-surface py-1.5 pr-1.5 pl-3 transition-colors touch:py-0.5 focus-within:border-brand-strong focus-within:outline-1 focus-within:outline-brand-strong';

/** Made once, so that it does not render with each message. */
const ICON = <SendHorizontal aria-hidden="true" className="size-5" />;

const SEND =
  'relative grid size-9 shrink-0 place-items-center rounded-control bg-brand-strong text-on-fill enabled:hover:transition-colors touch:my-1 before:absolute before:-inset-1 hover:bg-brand-deep disabled:bg-transparent disabled:text-ink-soft';
