import { todayHere } from '../../../lib/dates.ts';
import { Choices } from '../../../ui/choices.tsx';
import { DateField } from '../../../ui/form/field.tsx';
import { presetsOf } from './presets.ts';

interface DueDateFieldProps {
  /** YYYY-MM-DD; empty while it is typed. */
  value: string;
  onChange: (value: string) => void;
}

/** The browser's date field, and the dates that most tasks get. */
export function DueDateField({ value, onChange }: DueDateFieldProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <DateField label="Due Date" value={value} onChange={event => onChange(event.target.value)} />
      <Choices
        label="Presets"
        options={presetsOf(todayHere()).map(({ label, day }) => ({ label, value: day }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
