import { enqueue } from '../../../data/outbox/enqueue.ts';
import { keepMine, useTheirs } from '../../../data/outbox/theirs.ts';
import { shortened } from '../../../lib/words/text.ts';
import { TheirsNote } from '../../../ui/list/theirs-note.tsx';
import type { Message } from '../chat.ts';

/** The text from another device of the sender that this edit replaced. */
export function MessageTheirs({ message }: { message: Message }) {
  return useTheirs('message', message).map(theirs => (
    // Only own messages have one, and they are on the right.
    <div key={theirs.field} className="ml-auto w-fit max-w-full">
      <TheirsNote
        by={theirs.by?.username ?? ''}
        value={shortened(String(theirs.value))}
        onUse={() => void take(message, String(theirs.value))}
        onKeep={() => keepMine(theirs)}
      />
    </div>
  ));
}

function take({ id, message: was }: Message, message: string): Promise<boolean> {
  return enqueue('chat.edit', { id, message, was: { message: was } });
}
