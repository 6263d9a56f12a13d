import { noonOf } from '@onus/contract/calendar';
import type { QuickEntry } from '@onus/contract/quick-entry';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { todayHere } from '../../lib/dates.ts';
import { messageOf } from '../../lib/message.ts';
import { reload } from '../../lib/reload.ts';
import { useCurrentUser } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Field } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { QuickChips } from './quick-chips.tsx';
import { forgetQuickDraft, useQuickDraft } from './quick-draft.ts';
import { quickReader, useQuickReader } from './quick-reader.ts';
import type { TaskSource } from './task-source.ts';

interface QuickAddProps {
  source: TaskSource;
  /** Whose the task is unless the line names a person. */
  assignTo?: readonly string[] | undefined;
}

/** A task in one line. What is understood of it shows as chips; Enter saves, Escape clears. */
export function QuickAdd({ source, assignTo = [] }: QuickAddProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, change] = useQuickDraft(source);
  const how = { today: todayHere(), ...usePeople(draft.text), plain: draft.plain };
  const isEmpty = draft.text.trim() === '';
  const reader = useQuickReader(!isEmpty);
  const create = trpc.task.create.useMutation({
    onSuccess(_task, { id }) {
      toastSuccess('Task Created');
      forgetQuickDraft(id);
    },
  });
  const isBusy = reader.isAwaited || create.isPending;
  const error = reader.error ?? create.error;

  function edit(text: string, plain?: readonly string[]): void {
    if (isBusy) return;
    create.reset();
    change(text, plain);
    input.current?.focus();
  }

  function save(): void {
    if (!isEmpty) reader.ask(read => create.mutate(taskOf(draft.id, read(draft.text, how), assignTo)));
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) edit('');
  }

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        save();
      }}
      className="flex flex-col gap-2 pt-4 pb-2"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape clears the line from each of its buttons too. */}
      <div className={BOX} onKeyDown={onKeyDown}>
        <div className="flex items-center gap-2 pr-2 pl-3">
          <Plus aria-hidden="true" className="size-4.5 shrink-0 text-ink-soft" />
          <div className="min-w-0 flex-1">
            <Field
              ref={input}
              look="bare"
              label="Quick add"
              labelHidden
              dir="auto"
              autoComplete="off"
              enterKeyHint="done"
              placeholder={`Add a task: bins fri every week${how.people.length > 0 ? ' @ana' : ''}`}
              value={draft.text}
              readOnly={isBusy}
              onChange={event => edit(event.target.value)}
              {...quickReader.near}
            />
          </div>
          {!isEmpty && (
            <Button type="submit" variant="plain" size="small" busy={isBusy}>
              Add
            </Button>
          )}
        </div>
        {!isEmpty && reader.read && (
          <QuickChips
            entry={reader.read(draft.text, how)}
            today={how.today}
            onRemove={words => edit(draft.text, [...draft.plain, words])}
          />
        )}
      </div>
      {error && <ErrorNote message={messageOf(error)} onRetry={reader.error ? reload : undefined} />}
    </form>
  );
}

/** The people an @ may name: those who may be assigned, where the dialog would offer them. Of many, those of the name. */
function usePeople(text: string) {
  const { id, isManager, isAdmin } = useCurrentUser();
  const enabled = isManager || isAdmin;
  const first = trpc.member.assignable.useQuery({ limit: 100 }, { enabled }).data;
  const search = /@(\S+)\s*\S*$/.exec(text)?.[1] ?? '';
  const isLong = first?.nextCursor != null && search !== '';
  const named = trpc.member.assignable.useQuery({ search, limit: 100 }, { enabled: isLong }).data;
  const people = useMemo(() => [...(first?.items ?? []), ...(named?.items ?? [])], [first, named]);
  return { people: people.length > 0 ? people : NO_ONE, me: id };
}

function taskOf(id: string, entry: QuickEntry, assignTo: readonly string[]) {
  const { title, day, recurrenceType, interval, endDay } = entry;
  const assignees = entry.assignees.length > 0 ? entry.assignees : [...assignTo];
  const task = { id, title, dueDate: noonOf(day), assignees };
  if (recurrenceType === 'none') return task;
  const end = endDay ? { recurrenceEndDate: noonOf(endDay) } : {};
  return { ...task, recurrenceType, recurrenceInterval: interval, ...end };
}

const NO_ONE: readonly { id: string; username: string }[] = [];

const BOX =
  'rounded-card border border-edge bg-surface transition-colors focus-within:border-brand-strong has-[input:focus-visible]:outline-1 has-[input:focus-visible]:outline-brand-strong';
