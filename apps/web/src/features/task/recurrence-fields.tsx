import { isDay, noonOf } from '@onus/contract/calendar';
import { nextDays, RECURRENCE_TYPES, type RecurrenceType, scheduleFrom } from '@onus/contract/recurrence';
import { Repeat2 } from 'lucide-react';
import { shortDate } from '../../lib/dates.ts';
import { DateField, Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { type Draft, IconRow } from './add-task-dialog.tsx';

const LABELS: Record<RecurrenceType, string> = {
  none: 'None',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  interval: 'Interval (every X days)',
};
const OPTIONS = RECURRENCE_TYPES.map(value => ({ value, label: LABELS[value] }));

interface RecurrenceFieldsProps {
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
}

/** How a task repeats, and the next three dates that makes (decision 4.6). */
export function RecurrenceFields({ draft, onChange }: RecurrenceFieldsProps) {
  const repeats = draft.recurrenceType !== 'none';
  return (
    <IconRow icon={<Repeat2 />}>
      <Select
        label="Recurrence Type"
        options={OPTIONS}
        value={draft.recurrenceType}
        onChange={recurrenceType => onChange({ recurrenceType })}
        hint={repeats && <NextDates draft={draft} />}
      />
      {draft.recurrenceType === 'interval' && (
        <Field
          label="Interval (days)"
          type="number"
          min={1}
          value={Number.isNaN(draft.interval) ? '' : draft.interval}
          onChange={event => onChange({ interval: event.target.valueAsNumber })}
        />
      )}
      {repeats && (
        <DateField
          label="Recurrence End Date"
          hint={draft.endDay ? undefined : 'Left empty, it goes on without an end.'}
          value={draft.endDay}
          onChange={event => onChange({ endDay: event.target.value })}
        />
      )}
    </IconRow>
  );
}

function NextDates({ draft: { day, recurrenceType, interval, endDay } }: { draft: Draft }) {
  if (!isDay(day) || !(interval >= 1)) return null;
  const schedule = scheduleFrom(day, { type: recurrenceType, interval, endDay: endDay || null });
  const dates = nextDays(schedule, day, 3).map(next => shortDate(noonOf(next)));
  return dates.length > 0 ? `Then ${dates.join(' · ')}` : 'It does not come back before its end date.';
}
