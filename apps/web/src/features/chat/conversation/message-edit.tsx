import { type KeyboardEvent, useState } from 'react';
import { enqueue } from '../../../data/outbox/enqueue.ts';
import { TextArea } from '../../../ui/form/field.tsx';
import { EditForm } from '../../../ui/list/edit-form.tsx';
import type { Message } from '../chat.ts';
import { isSendKey } from '../send-key.ts';

/** A message in edit mode. It starts with the text at the time of Edit. */
export function MessageEdit({ message, onClose }: { message: Message; onClose: () => void }) {
  const [text, setText] = useState(message.message);
  // A message cannot be empty. Delete removes it.
  const isEmpty = text.trim() === '';

  function submit(): void {
    if (isEmpty) return;
    const { id, message: was } = message;
    if (text !== was) void enqueue('chat.edit', { id, message: text, was: { message: was } });
    onClose();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isSendKey(event)) return;
    event.preventDefault();
    submit();
  }

  return (
    <EditForm label="Edit message" size="small" onSave={submit} onCancel={onClose} ready={!isEmpty}>
      <TextArea
        label="Message text"
        labelHidden
        ref={focusAtEnd}
        value={text}
        onKeyDown={onKeyDown}
        onChange={event => setText(event.target.value)}
      />
    </EditForm>
  );
}

/** Chromium puts the caret of some fields before their text. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
