import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { submitLine } from '../../features/task/quick-add/quick-draft.ts';
import { takeOverText } from '../../lib/shell/unsaved.ts';
import { KindSwitch } from './kind-switch.tsx';
import { chooseKind, type Kind, kindOfKey, type LineText, useWaiting } from './kinds.ts';
import { LineField } from './line-field.tsx';
import { useFields } from './use-fields.tsx';
import { useForms } from './use-forms.tsx';
import { useLineForm } from './use-line-form.ts';
import type { LinePage } from './use-line-page.ts';

interface WholeLineProps {
  line: LineText;
  page: LinePage;
  /** The field in whose place this one comes. */
  former: HTMLInputElement | null;
}

/** The line above a list with all it can do. */
export function WholeLine({ line, page, former }: WholeLineProps) {
  const input = useRef<HTMLInputElement>(null);
  const focus = () => input.current?.focus();
  // A press with a finger or a mouse shows what the line suggests.
  const { pressed, pasted } = former?.dataset ?? {};
  const { text } = line.draft;
  const [waiting] = useWaiting(line.field);
  const clear = () => line.change('');
  const {
    kind,
    field,
    form: read,
    typed,
  } = useFields(
    { line, page, onLeave: clear, isAboveItems: page.kind === 'item', pasted: pasted ?? '' },
    focus,
  );
  const { onForm, itemDialog } = useForms(line, 'item-of-line-above');
  const form = useLineForm({ text, read, onForm });

  function choose(next: Kind): void {
    chooseKind(line, next);
    focus();
  }

  const submit = () => {
    submitLine(field.submit);
    focus();
  };
  useTakeOver(input, former, isFocused => {
    if (waiting.length > 0) return;
    if (isFocused && text !== '') typed(text);
    else if (isFocused && pressed !== undefined && 'onClick' in field.field) field.field.onClick();
  });

  return (
    <Box onIdle={() => text === '' && line.kind && line.setKind(null)}>
      <LineField
        input={input}
        text={text}
        fieldText={line.fieldText}
        field={field}
        typed={typed}
        onSubmit={submit}
        onKeyDown={event => {
          const next = kindOfKey(event.nativeEvent);
          const isForm = event.key === 'Enter' && event.shiftKey && (kind === 'task' || kind === 'item');
          if (next || isForm) event.preventDefault();
          if (next) choose(next);
          else if (isForm) form.open();
          else if (event.key === 'Escape' && text === '') input.current?.blur();
          else if (event.key === 'Escape') typed('');
          else field.onArrow(event);
        }}
        kinds={<KindSwitch className="kinds-beside" value={kind} onChange={choose} />}
      />
      {itemDialog}
    </Box>
  );
}

/** @param onIdle called when the focus leaves: the next line has the kind of the page again. */
function Box({ onIdle, children }: { onIdle: () => void; children: ReactNode }) {
  const [isUsed, setUsed] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each of its controls may be the last one.
    <div
      data-used={isUsed || undefined}
      onFocus={() => setUsed(true)}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onIdle()}
    >
      {children}
    </div>
  );
}

/** Goes on where the former field was: with its focus and its caret. */
function useTakeOver(
  input: RefObject<HTMLInputElement | null>,
  former: HTMLInputElement | null,
  goOn: (isFocused: boolean) => void,
): void {
  const [caret] = useState(() => caretOf(former));
  const onStart = useEffectEvent(() => {
    if (former && input.current) takeOverText(former, input.current);
    goOn(caret !== null);
    if (!caret) return;
    input.current?.focus();
    input.current?.setSelectionRange(...caret);
  });
  useLayoutEffect(() => onStart(), []);
}

/** Where the next character goes; null if it goes elsewhere. */
function caretOf(input: HTMLInputElement | null): readonly [number, number] | null {
  if (!input || input !== document.activeElement) return null;
  return [input.selectionStart ?? 0, input.selectionEnd ?? 0];
}
