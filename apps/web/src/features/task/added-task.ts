import { enqueue } from '../../data/outbox/enqueue.ts';
import { rememberUndo } from '../../lib/undo.ts';
import { shortened } from '../../lib/words/text.ts';

/** The keys take away a task that was just added. It goes to "Recently deleted". */
export function rememberAdded(id: string, title: string): void {
  const undo = () => void enqueue('task.delete', { id }, { about: title });
  rememberUndo(`“${shortened(title)}” added`, undo);
}
