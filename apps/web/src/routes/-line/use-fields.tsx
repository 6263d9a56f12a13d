import { Plus, Search, SendHorizontal } from 'lucide-react';
import { useMessageField } from '../../features/chat/send/use-message-field.tsx';
import { useItemField } from '../../features/grocery/line/use-item-field.tsx';
import { useGroceries } from '../../features/grocery/use-groceries.ts';
import { useSearchField } from '../../features/search/use-search-field.tsx';
import { useTaskField } from '../../features/task/quick-add/use-task-field.tsx';
import { shortened } from '../../lib/words/text.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { type Kind, kindOf, type LineText, readPrefix } from './kinds.ts';
import { useManyLines } from './many/use-many-lines.tsx';
import type { LinePage } from './use-line-page.ts';

export interface FieldsProps {
  line: LineText;
  page: LinePage;
  /** A result opens. */
  onLeave: () => void;
  /** Whether the page shows the items that the line adds. */
  isAboveItems?: boolean;
  /** What was pasted into the line before its code had come. */
  pasted?: string;
}

/** The parts of the line for the kind that its text is read as. */
export function useFields(
  { line, page, onLeave, isAboveItems = false, pasted = '' }: FieldsProps,
  focus: () => void,
) {
  const { prefix, body } = readPrefix(line.draft.text);
  const chosen = line.kind ?? page.kind;
  const kind = kindOf(line, page);
  const bodyFor = (wanted: Kind) => (kind === wanted ? body : '');

  function edit(changed: string, plain?: readonly string[]): void {
    line.change(changed, plain);
    focus();
  }

  const withPrefix = (changed: string) => changed && prefix + changed;
  const putBack = (typed: string) => line.putBack(prefix + typed);
  const task = useTaskField({ line, assignTo: page.assignTo, edit, isTask: kind === 'task' });
  const item = useItemField(
    {
      text: bodyFor('item'),
      plain: line.draft.plain,
      change: (changed, plain) => line.change(withPrefix(changed), plain),
      putBack,
      added: name => isAboveItems || toastSuccess(`“${shortened(name)}” is on the list`),
    },
    useGroceries(kind === 'item').items,
    focus,
  );
  const message = useMessageField({
    text: bodyFor('message'),
    isMessage: kind === 'message',
    threadId: page.threadId,
    edit: changed => edit(withPrefix(changed)),
    putBack,
  });
  const find = useSearchField(bodyFor('find'), onLeave);
  const fields = {
    task: { ...task, typed: () => {}, onArrow: () => {}, icon: <Plus />, submitLabel: 'Add' },
    item: { ...item, icon: <Plus />, submitLabel: 'Add' },
    message: { ...message, onArrow: () => {}, icon: <SendHorizontal />, submitLabel: 'Send' },
    find: { ...find, parts: null, icon: <Search />, submitLabel: '' },
  };
  const field = fields[kind];
  const { onPaste, offer } = useManyLines(line, kind, pasted, { submit: field.submit, focus });
  return {
    kind,
    field: {
      ...field,
      field: { ...field.field, onPaste },
      notes: (
        <>
          {offer}
          {field.notes}
        </>
      ),
    },
    form: kind === 'item' ? { kind, entry: item.entry } : { kind: 'task' as const, entry: task.entry },
    typed(text: string): void {
      const typed = readPrefix(text);
      // The line keeps its kind on other pages.
      line.setKind(chosen);
      line.change(text);
      fields[typed.prefixed ?? chosen].typed(typed.body);
    },
  };
}
