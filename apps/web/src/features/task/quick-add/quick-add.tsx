import { useRef } from 'react';
import { QuickLine } from '../../../ui/form/quick-line.tsx';
import type { TaskSource } from '../task-source.ts';
import { useQuickDraft } from './quick-draft.ts';
import { useTaskField } from './use-task-field.tsx';

interface QuickAddProps {
  source: TaskSource;
  /** The assignee if the line names no one. */
  assignTo?: readonly string[] | undefined;
}

/** The quick add line. Recognized parts show as chips. Enter saves, Escape clears. */
export function QuickAdd({ source, assignTo }: QuickAddProps) {
  const input = useRef<HTMLInputElement>(null);
  const line = useQuickDraft(source);
  const task = useTaskField({ line, assignTo, edit });

  function edit(text: string, plain?: readonly string[]): void {
    line.change(text, plain);
    input.current?.focus();
  }

  return (
    <QuickLine
      input={input}
      text={line.draft.text}
      onText={edit}
      onSubmit={() => {
        task.submit();
        input.current?.focus();
      }}
      onKeyDown={event => event.key === 'Escape' && edit('')}
      field={task.field}
      notes={task.notes}
    >
      {task.parts}
    </QuickLine>
  );
}
