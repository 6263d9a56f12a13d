import { wholeCount } from '@onus/contract/amount';
import { Field } from '../../ui/field.tsx';

/** What was typed becomes a whole number of at least 1 as soon as the field is left (spec 5). */
export function CountField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field
      label="Count"
      inputMode="numeric"
      value={value}
      onChange={event => onChange(event.target.value)}
      onBlur={() => onChange(String(wholeCount(value)))}
    />
  );
}
