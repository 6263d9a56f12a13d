import { type KeyboardEvent, useState } from 'react';
import { isSendKey } from '../../lib/keys.ts';
import { messageOf } from '../../lib/message.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TextArea } from '../../ui/field.tsx';
import type { Message } from './chat.ts';

/** A message in edit mode, from its text as it was when Edit was pressed. */
export function MessageEdit({ message, onClose }: { message: Message; onClose: () => void }) {
  const [text, setText] = useState(message.message);
  const save = trpc.chat.edit.useMutation({ onSuccess: onClose });

  function submit(): void {
    if (!save.isPending) save.mutate({ id: message.id, message: text });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') onClose();
    if (!isSendKey(event)) return;
    event.preventDefault();
    submit();
  }

  return (
    <form
      aria-label="Edit message"
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-3 rounded-card bg-surface p-3 inset-ring inset-ring-line"
    >
      <TextArea
        label="Message text"
        labelHidden
        autoFocus
        value={text}
        onKeyDown={onKeyDown}
        onChange={event => setText(event.target.value)}
      />
      {save.error && <ErrorNote message={messageOf(save.error)} />}
      <div className="flex justify-end gap-3">
        <Button variant="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
