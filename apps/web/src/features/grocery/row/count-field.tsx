import { wholeCount } from '@onus/contract/amount';
import { Field } from '../../../ui/form/field.tsx';

/** On blur the value becomes a whole number of at least 1 (rule 15). */
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
