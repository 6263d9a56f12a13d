import { enqueue } from '../../../data/outbox/enqueue.ts';
import { forgetUndo } from '../../../lib/undo.ts';
import { closeSuccessToast } from '../../../ui/toast/toast.tsx';
import type { Line } from '../conversation/lines.ts';
import { makeTask, putOnList } from './from-message.ts';

/** What opens in the thread itself. */
export interface InThread {
  edit: (line: Pick<Line, 'id'>) => void;
  history: (line: Pick<Line, 'id' | 'text'>) => void;
}

export interface MessageAction {
  key: 't' | 'l' | 'e' | 'h' | 'Delete';
  label: string;
  act: () => void;
}

/** What the reader may do with a message, each by the menu and by a key. Both of the two see its history. */
export function actionsOf(
  line: Pick<Line, 'id' | 'text' | 'timestamp' | 'stored'>,
  me: { id: string; username: string },
  { edit, history }: InThread,
): MessageAction[] {
  const { id, text, timestamp, stored } = line;
  const past: MessageAction[] =
    stored?.editedAt || stored?.deleted ? [{ key: 'h', label: 'History', act: () => history(line) }] : [];
  if (stored?.deleted) return past;
  const uses: MessageAction[] = [
    { key: 't', label: 'Make a task of it', act: () => void makeTask(text, timestamp, me.id) },
    { key: 'l', label: 'Put on the list', act: () => void putOnList(text, me) },
  ];
  if (!stored?.may.edit) return [...uses, ...past];
  const erase = () => void eraseMessage(id, text);
  return [
    ...uses,
    { key: 'e', label: 'Edit', act: () => edit(line) },
    ...past,
    { key: 'Delete', label: 'Delete', act: erase },
  ];
}

/** Nothing brings it back, so what was done to it cannot be undone either. */
async function eraseMessage(id: string, text: string): Promise<void> {
  if (!(await enqueue('chat.delete', { id }, { about: text }))) return;
  forgetUndo(id);
  closeSuccessToast();
}
