import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

type CheckboxProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'onChange' | 'className'> & {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A native checkbox with our own tick. The whole line is clickable. */
export function Checkbox({ label, onChange, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex min-h-10 items-center gap-3 touch:min-h-touch">
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          {...input}
          id={id}
          type="checkbox"
          onChange={event => onChange(event.target.checked)}
          className="peer col-start-1 row-start-1 size-5 appearance-none rounded-tick border border-edge bg-surface transition-colors before:absolute before:-inset-3 checked:border-brand-strong checked:bg-brand-strong disabled:opacity-50"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none col-start-1 row-start-1 size-3.5 text-on-fill opacity-0 transition-opacity peer-checked:opacity-100"
        />
      </span>
      <label htmlFor={id} className="flex-1 self-stretch content-center">
        {label}
      </label>
    </div>
  );
}
