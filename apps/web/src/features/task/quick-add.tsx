import { Plus } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { todayHere } from '../../lib/dates.ts';
import { useCurrentUser } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { QuickChips } from './quick-chips.tsx';
import { useQuickDraft } from './quick-draft.ts';
import { QuickFailure, QuickFailures } from './quick-failures.tsx';
import { useQuickPeople } from './quick-people.ts';
import { quickReader, useQuickReader } from './quick-reader.ts';
import type { TaskSource } from './task-source.ts';
import { useQuickSave } from './use-quick-save.ts';

interface QuickAddProps {
  source: TaskSource;
  /** Whose the task is unless the line names a person. */
  assignTo?: readonly string[] | undefined;
}

/** A task in one line. What is understood of it shows as chips; Enter saves, Escape clears. */
export function QuickAdd({ source, assignTo = [] }: QuickAddProps) {
  const input = useRef<HTMLInputElement>(null);
  const { draft, error, failed, errors, change, send } = useQuickDraft(source);
  const people = useQuickPeople(draft.text);
  const how = { today: todayHere(), people, me: useCurrentUser().id, plain: draft.plain };
  const isEmpty = draft.text.trim() === '';
  const read = useQuickReader(!isEmpty);
  const save = useQuickSave();

  function edit(text: string, plain?: readonly string[]): void {
    change(text, plain);
    input.current?.focus();
  }

  function submit(): void {
    if (!isEmpty) save(send(how.today, assignTo));
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
        submit();
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
              placeholder={`Add a task: bins fri every week${people.length > 0 ? ' @ana' : ''}`}
              value={draft.text}
              onChange={event => edit(event.target.value)}
              {...quickReader.near}
            />
          </div>
          {!isEmpty && (
            <Button type="submit" variant="plain" size="small">
              Add
            </Button>
          )}
        </div>
        {!isEmpty && read && (
          <QuickChips
            entry={read(draft.text, how)}
            today={how.today}
            onRemove={words => edit(draft.text, [...draft.plain, words])}
          />
        )}
      </div>
      <QuickFailure error={error} />
      <QuickFailures lines={failed} errors={errors} onRetry={save} />
    </form>
  );
}

const BOX =
  'rounded-card border border-edge bg-surface transition-colors focus-within:border-brand-strong has-[input:focus-visible]:outline-1 has-[input:focus-visible]:outline-brand-strong';
