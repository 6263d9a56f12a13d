import { useCurrentUser } from '../../../data/session/session.ts';
import { todayHere } from '../../../lib/dates.ts';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import { LazyView } from '../../../ui/status/lazy-view.tsx';
import type { QuickText } from './quick-draft.ts';
import { useQuickPeople } from './quick-people.ts';
import { quickReader, READING, useQuickReader } from './quick-reader.ts';
import { useQuickSave } from './use-quick-save.ts';

interface TaskFieldProps {
  line: QuickText;
  /** The assignees if the line names no one. */
  assignTo?: readonly string[] | undefined;
  /** Changes the line and focuses it. */
  edit: (text: string, plain?: readonly string[]) => void;
  /** False while the line is read as something else. */
  isTask?: boolean;
}

/** The parts of a line that adds tasks: chips for what it has understood, and lines that were not saved. */
export function useTaskField({ line, assignTo = [], edit, isTask = true }: TaskFieldProps) {
  const { error, failed, errors, send } = line;
  const { text, plain } = line.draft;
  const people = useQuickPeople(isTask ? text : '');
  const how = { ...READING, today: todayHere(), people, me: useCurrentUser().id, plain };
  const isEmpty = !isTask || text.trim() === '';
  const reader = useQuickReader(!isEmpty);
  const save = useQuickSave();
  const entry = isEmpty || !reader ? null : reader.readQuickEntry(text, how);
  return {
    /** The line, parsed; null while it is empty or its parser loads. */
    entry,
    submit: () => isEmpty || save(send(how.today, assignTo)),
    field: {
      placeholder: `Add a task: bins every fri${people.length > 0 ? ' @ana' : ''}`,
      ...quickReader.near,
    },
    notes: (error || failed.length > 0) && (
      <LazyView from={failures} waiting={null}>
        {({ QuickFailure, QuickFailures }) => (
          <>
            <QuickFailure error={error} />
            <QuickFailures lines={failed} errors={errors} onRetry={save} />
          </>
        )}
      </LazyView>
    ),
    parts: entry && reader && (
      <reader.QuickChips
        text={text}
        entry={entry}
        today={how.today}
        onRemove={words => edit(text, [...plain, words])}
      />
    ),
  };
}

/** Few lines fail. */
const failures = createLazyModule(() => import('./quick-failures.tsx'));
