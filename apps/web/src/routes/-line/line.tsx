import type { QuickEntry } from '@onus/contract/quick-line/entry';
import type { QuickItem } from '@onus/contract/quick-line/item';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { QuickLine } from '../../ui/form/quick-line.tsx';
import { KindSwitch } from './kind-switch.tsx';
import { KINDS, type Kind, lineKind, readPrefix } from './kinds.ts';
import { type FieldsProps, useFields } from './use-fields.tsx';

/** The form in which a text goes on, and what was understood of the text; null for an empty one. */
export type LineForm = { kind: 'task'; entry: QuickEntry | null } | { kind: 'item'; entry: QuickItem | null };

interface LineProps extends FieldsProps {
  onForm: (form: LineForm) => void;
}

/** One field whose text is read as one of four kinds. */
export function Line({ line, page, onLeave, onForm }: LineProps) {
  const input = useRef<HTMLInputElement>(null);
  const { text } = line.draft;
  const focus = () => input.current?.focus();
  const { kind, field, form: read, typed } = useFields({ line, page, onLeave }, focus);
  const isEmpty = text.trim() === '';
  const form = useForm({
    isReady: isEmpty || read.entry !== null,
    read: isEmpty ? EMPTY[read.kind] : read,
    onForm,
  });
  const hasForm = kind === 'task' || kind === 'item';

  function choose(next: Kind): void {
    lineKind.set(next);
    const { prefix, body } = readPrefix(text);
    if (prefix) line.change(body.trimStart());
    focus();
  }

  function onKeys(event: KeyboardEvent): void {
    const place = event.altKey ? Number(/^Digit([1-4])$/.exec(event.code)?.[1]) : 0;
    const next = KINDS[place - 1];
    if (!next) return;
    event.preventDefault();
    choose(next.id);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys that choose a kind work from each control.
    <div onKeyDown={onKeys} className="flex flex-col gap-1 desk:min-h-96">
      {/* On a phone this is where toasts cover nothing that is needed. */}
      <p className="pb-2 text-ink-soft text-small max-desk:min-h-13">
        Begin with + for an item, &gt; for a message or / to find.
      </p>
      <KindSwitch value={kind} onChange={choose} />
      <QuickLine
        input={input}
        text={text}
        onText={typed}
        onSubmit={() => {
          field.submit();
          focus();
        }}
        onKeyDown={event => {
          if (!hasForm || event.key !== 'Enter' || !event.shiftKey) return field.onArrow(event);
          event.preventDefault();
          form.open();
        }}
        field={field.field}
        notes={field.notes}
        icon={field.icon}
        submitLabel={field.submitLabel}
      >
        {field.parts}
      </QuickLine>
      {hasForm && (
        <div className="flex items-center gap-3 text-ink-soft text-small">
          <Button variant="quiet" size="small" onClick={form.open}>
            Open the form
          </Button>
          <span className="hidden desk:inline">Shift+Enter</span>
        </div>
      )}
    </div>
  );
}

interface FormProps extends Pick<LineProps, 'onForm'> {
  isReady: boolean;
  read: LineForm;
}

/** Opens the form once the parser of the line has loaded. */
function useForm({ isReady, read, onForm }: FormProps) {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || !isReady) return;
    setWanted(false);
    onForm(read);
  }, [isWanted, isReady, read, onForm]);
  return { open: () => setWanted(true) };
}

const EMPTY = { task: { kind: 'task', entry: null }, item: { kind: 'item', entry: null } } as const;
