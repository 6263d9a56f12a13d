import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { CONTROL, CONTROL_HEIGHT, FieldFrame, type FieldTexts, useField } from './field-frame.tsx';

type SelectProps<Value extends string> = FieldTexts &
  Omit<ComponentProps<'select'>, 'id' | 'value' | 'onChange' | 'multiple' | 'children' | 'className'> & {
    options: readonly { value: Value; label: string }[];
    value: Value;
    onChange: (value: Value) => void;
  };

/**
 * The browser's own select. Radix's injects two style tags, which the CSP forbids, and adds 31 KB; this one also opens
 * the phone's own picker.
 */
export function Select<Value extends string>({ options, onChange, ...props }: SelectProps<Value>) {
  const { frame, input } = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select
          {...input}
          onChange={event => {
            const chosen = options.find(option => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
          className={`${CONTROL} ${CONTROL_HEIGHT} appearance-none truncate pr-9`}
        >
          {options.map(option => (
            <option key={option.value} value={option.value} className="bg-surface text-ink">
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-soft"
        />
      </div>
    </FieldFrame>
  );
}
