import { type ReadonlyAtom, useSelector } from '@tanstack/react-store';
import { Plus } from 'lucide-react';
import type { ComponentProps, KeyboardEvent, ReactNode, RefObject } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';

interface QuickLineProps {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  /** The text of the field, which may be newer than `text`. */
  fieldText: ReadonlyAtom<string>;
  onText: (text: string) => void;
  onSubmit: () => void;
  /** Keys in the line and on its buttons. */
  onKeyDown: (event: KeyboardEvent) => void;
  /** What the text can be read as, beside it. */
  kinds?: ReactNode;
  icon?: ReactNode;
  /** The button; none if it is empty. */
  submitLabel?: string;
  /** Further props of the input. */
  field: Omit<ComponentProps<typeof Field>, 'label'>;
  /** Below the text, inside the box. */
  children: ReactNode;
  /** Below the box. */
  notes: ReactNode;
}

/** A line that adds to a list. The key `q` goes to it, Enter submits it. */
export function QuickLine({
  input,
  text,
  fieldText,
  onText,
  onSubmit,
  onKeyDown,
  kinds,
  icon = <Plus />,
  submitLabel = 'Add',
  field,
  children,
  notes,
}: QuickLineProps) {
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        onSubmit();
      }}
      className="flex flex-col gap-2 pt-4 pb-2"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape clears the line from each of its buttons too. */}
      <div
        className={BOX}
        data-typed={text === '' ? undefined : true}
        onKeyDown={event => !event.nativeEvent.isComposing && onKeyDown(event)}
      >
        <div className="flex flex-wrap items-center gap-x-2 pr-2 pl-3 [&>svg]:size-4.5 [&>svg]:shrink-0 [&>svg]:text-ink-soft">
          {icon}
          <div className="min-w-0 flex-1">
            <TypedField
              ref={input}
              {...TEXTS}
              {...field}
              fieldText={fieldText}
              onChange={event => onText(event.target.value)}
            />
          </div>
          {submitLabel && text.trim() !== '' && (
            <Button type="submit" variant="plain" size="small">
              {submitLabel}
            </Button>
          )}
          {kinds}
        </div>
        {children}
      </div>
      {notes}
    </form>
  );
}

function TypedField({
  fieldText,
  ...field
}: ComponentProps<typeof Field> & Pick<QuickLineProps, 'fieldText'>) {
  return <Field {...field} value={useSelector(fieldText)} />;
}

export function focusQuickLine(): void {
  document.querySelector<HTMLElement>('input[aria-keyshortcuts="q"]')?.focus();
}

/** `aria-keyshortcuts` is where the key `q` goes to. */
const TEXTS = {
  look: 'bare',
  label: 'Quick add',
  labelHidden: true,
  role: 'combobox',
  'aria-expanded': false,
  'aria-keyshortcuts': 'q',
  dir: 'auto',
  autoComplete: 'off',
  enterKeyHint: 'done',
} as const;

const BOX =
  'group/line relative rounded-card border border-edge bg-surface transition-colors focus-within:border-brand-strong has-[input:focus-visible]:outline-1 has-[input:focus-visible]:outline-brand-strong';
