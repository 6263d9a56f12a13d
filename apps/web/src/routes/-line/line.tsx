import { useRef } from 'react';
import { submitLine } from '../../features/task/quick-add/quick-draft.ts';
import { Button } from '../../ui/form/button.tsx';
import { KindSwitch } from './kind-switch.tsx';
import { chooseKind, type Kind, kindOfKey } from './kinds.ts';
import { LineField } from './line-field.tsx';
import { type FieldsProps, useFields } from './use-fields.tsx';
import { type LineForm, useLineForm } from './use-line-form.ts';

interface LineProps extends FieldsProps {
  onForm: (form: LineForm) => void;
}

/** One field whose text is read as one of four kinds, in the dialog. */
export function Line({ onForm, ...props }: LineProps) {
  const input = useRef<HTMLInputElement>(null);
  const { line } = props;
  const { text } = line.draft;
  const focus = () => input.current?.focus();
  const { kind, field, form: read, typed } = useFields(props, focus);
  const form = useLineForm({ text, read, onForm });
  const hasForm = kind === 'task' || kind === 'item';

  function choose(next: Kind): void {
    chooseKind(line, next);
    focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys that choose a kind work from each control.
    <div
      onKeyDown={event => {
        const next = kindOfKey(event.nativeEvent);
        if (!next) return;
        event.preventDefault();
        choose(next);
      }}
      className="flex flex-col gap-1 desk:min-h-96"
    >
      {/* On a phone this is where toasts cover nothing that is needed. */}
      <p className="pb-2 text-ink-soft text-small max-desk:min-h-13">
        Begin with + for an item, &gt; for a message or / to find.
      </p>
      <KindSwitch className="*:h-9 *:touch:h-touch" value={kind} onChange={choose} />
      <LineField
        input={input}
        text={text}
        fieldText={line.fieldText}
        field={field}
        typed={typed}
        onSubmit={() => {
          submitLine(field.submit);
          focus();
        }}
        onKeyDown={event => {
          if (!hasForm || event.key !== 'Enter' || !event.shiftKey) return field.onArrow(event);
          event.preventDefault();
          form.open();
        }}
      />
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
