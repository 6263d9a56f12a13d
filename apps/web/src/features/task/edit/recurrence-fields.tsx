import { type Day, isDay, noonOf } from '@onus/contract/dates/calendar';
import {
  followUpOf,
  nextDay,
  RECURRENCE_TYPES,
  type RecurrenceType,
  type Schedule,
  scheduleFrom,
  startedOn,
} from '@onus/contract/dates/recurrence';
import { hasEvery, isSameSchedule, type Rule, rhythmOf } from '@onus/contract/dates/rule';
import { shortDate, todayHere } from '../../../lib/dates.ts';
import type { FormFields } from '../../../lib/use-form.ts';
import { Choices } from '../../../ui/choices.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { DateField, Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import type { Task } from '../task.ts';
import { DayToggles } from './day-toggles.tsx';
import type { RecurrenceDraft } from './recurrence-draft.ts';
import { problemIn, ruleAfter } from './rule-changes.ts';

const LABELS: Record<RecurrenceType, string> = {
  none: 'None',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  interval: 'Interval (every X days)',
  weekdays: 'Weekdays',
  yearly: 'Yearly',
};
const OPTIONS = RECURRENCE_TYPES.map(value => ({ value, label: LABELS[value] }));

const FREQUENT = (['daily', 'weekdays', 'weekly', 'monthly'] as const).map(value => ({
  value,
  label: LABELS[value],
}));

const UNITS: Partial<Record<RecurrenceType, [string, string]>> = {
  weekly: ['week', 'weeks'],
  weekdays: ['week', 'weeks'],
  monthly: ['month', 'months'],
  yearly: ['year', 'years'],
};

const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];

interface RecurrenceFieldsProps {
  form: FormFields<RecurrenceDraft>;
  /** The task that is edited, whose schedule stays as long as its rule does. */
  task?: Task;
}

/** How a task repeats, and the next three dates that makes (rule 4.6). */
export function RecurrenceFields({ form, task }: RecurrenceFieldsProps) {
  const draft = form.values;
  const { recurrenceType: type, from } = draft;
  const repeats = type !== 'none';

  function choose(recurrenceType: RecurrenceType): void {
    const isFirstSet = recurrenceType === 'weekdays' && draft.days.length === 0;
    form.change({ recurrenceType, ...(isFirstSet && { days: MONDAY_TO_FRIDAY }) });
  }

  return (
    <>
      <div className="flex min-w-0 flex-col gap-2">
        <Select
          label="Recurrence Type"
          options={OPTIONS}
          hint={repeats && <NextDates draft={draft} task={task} />}
          value={type}
          onChange={choose}
        />
        {/* The chosen one again ends the repetition. */}
        <Choices
          label="Frequent rules"
          options={FREQUENT}
          value={type}
          onChange={value => choose(value === type ? 'none' : value)}
        />
      </div>
      {type === 'weekdays' && <DayToggles value={draft.days} onChange={days => form.change({ days })} />}
      {type === 'interval' && (
        <Field label="Interval (days)" {...numberOf(draft.interval, interval => form.change({ interval }))} />
      )}
      {hasEvery(type) && <EveryField form={form} />}
      {(task || draft.isLastDay || isMonthEnd(draft.day)) && type === 'monthly' && from === 'due' && (
        <LastDayBox form={form} />
      )}
      {repeats && (
        <>
          <DateField
            label="Recurrence End Date"
            hint={draft.endDay ? undefined : 'Leave blank to repeat forever.'}
            {...form.text('endDay')}
          />
          <Checkbox
            label="From completion"
            checked={from === 'done'}
            onChange={isDone => form.change({ from: isDone ? 'done' : 'due' })}
          />
        </>
      )}
    </>
  );
}

function EveryField({ form }: { form: FormFields<RecurrenceDraft> }) {
  const { recurrenceType: type, every } = form.values;
  return (
    <div className="flex items-end gap-3">
      <div className="w-24">
        <Field label="Every" max={1000} {...numberOf(every, value => form.change({ every: value }))} />
      </div>
      <span className="flex h-10 items-center text-ink-soft touch:h-touch">
        {UNITS[type]?.[every === 1 ? 0 : 1]}
      </span>
    </div>
  );
}

/** The 30th of April: the next one is on the 30th or on the 31st of May. */
function isMonthEnd(day: Day | ''): boolean {
  return isDay(day) && new Date(Date.parse(noonOf(day)) + DAY_MS).getUTCDate() === 1;
}

const DAY_MS = 86_400_000;

/** The 31st is the last day of every month. */
function LastDayBox({ form }: { form: FormFields<RecurrenceDraft> }) {
  const { day, isLastDay } = form.values;
  const is31 = day.endsWith('-31');
  return (
    <Checkbox
      label="On the last day"
      checked={isLastDay || is31}
      disabled={is31}
      onChange={checked => form.change({ isLastDay: checked })}
    />
  );
}

/** The props of a number field, which is empty for NaN. */
function numberOf(value: number, onChange: (value: number) => void) {
  return {
    type: 'number',
    min: 1,
    // JSON in the browser's storage makes null of NaN.
    value: value === null || Number.isNaN(value) ? '' : value,
    onChange: (event: { target: HTMLInputElement }) => onChange(event.target.valueAsNumber),
  };
}

function NextDates({ draft, task }: { draft: RecurrenceDraft; task: Task | undefined }) {
  if (!isDay(draft.day) || problemIn(draft)) return null;
  // The dates of a yearly task differ by their year alone.
  const yearOf = (day: Day) => (draft.recurrenceType === 'yearly' ? `, ${day.slice(0, 4)}` : '');
  const dates = datesAfter(draft.day, ruleAfter(draft, task), task).map(
    next => shortDate(noonOf(next)) + yearOf(next),
  );
  return dates.length > 0 ? `Then ${dates.join(' · ')}` : 'It does not repeat before its end date.';
}

/** The next three dates. From completion, each occurrence counts as completed on its date. */
function datesAfter(day: Day, rule: Rule, task: Task | undefined): Day[] {
  const end = rule.recurrenceEndDate?.slice(0, 10) ?? null;
  const kept = task?.schedule && isSameSchedule(rule, task) ? task.schedule : null;
  const start = scheduleFrom(day, { ...rhythmOf(rule), anchorDay: rule.recurrenceAnchor, endDay: end });
  const schedule: Schedule = kept ? { ...start, firstDay: kept.firstDay, anchorDay: kept.anchorDay } : start;
  const isFromDone = rule.recurrenceFrom === 'done';
  const dates: Day[] = [];
  let next = kept
    ? followUpOf(schedule, rule.recurrenceFrom, kept.latestDay, isFromDone ? doneOn(day) : todayHere())
    : nextDay(schedule, day);
  while (next !== null && dates.length < 3) {
    dates.push(next);
    next = nextDay(isFromDone ? startedOn(schedule, next) : schedule, next);
  }
  return dates;
}

/** The day on which a task is completed at the earliest if it is not completed early. */
function doneOn(day: Day): Day {
  const today = todayHere();
  return day > today ? day : today;
}
