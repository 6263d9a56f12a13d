import { type Day, noonOf } from '@onus/contract/dates/calendar';
import { nextDay, type Schedule } from '@onus/contract/dates/recurrence';
import { createTaskInput } from '@onus/contract/task';
import { DomainError } from '../../../core/errors.ts';
import { sentenceOf } from '../../../core/input-error.ts';
import type { Entry, Property } from './entries.ts';
import { scheduleOf } from './rule.ts';
import { daysOf, textOf, type When, whenIn, whenOf, wordsOf } from './when.ts';

/** What an entry is read with. */
export interface Here {
  today: Day;
  zone: string;
  /** Dates of its series that another entry of the file replaces. */
  replaced: readonly Day[];
}

/** Excluded dates in a row that are passed over. */
const MOST_EXCLUDED = 1_000;

/** An entry as a task, with what is not taken over of it. @throws DomainError BAD_REQUEST for a date that cannot be read. */
export function taskOf(entry: Entry, here: Here) {
  const when = dateOf(entry, here);
  const notes: string[] = [];
  const planned = plan(entry, when, here, notes);
  const isDone =
    isCompleted(entry) || (entry.kind === 'vevent' && !planned.schedule && planned.day < here.today);
  const input = createTaskInput.safeParse({
    title: textOf(entry, 'summary'),
    text: [...factsOf(entry, when, here), ...notes.map(note => `Not taken over: ${note}`)].join('\n'),
    dueDate: noonOf(planned.day),
    dueTime: when.time,
    ...rhythmOf(isDone ? null : planned.schedule),
  });
  return input.success
    ? { input: input.data, done: isDone, notes }
    : { reasons: input.error.issues.map(sentenceOf) };
}

/** An event is due when it begins, a to-do when it ends; without a date it is today. */
function dateOf(entry: Entry, { today, zone }: Here): When {
  const names = entry.kind === 'vtodo' ? ['due', 'dtstart'] : ['dtstart'];
  const [found] = names.flatMap(name => whenOf(entry, name, zone) ?? []);
  if (!found && entry.kind === 'vevent') throw new DomainError('BAD_REQUEST', 'DTSTART is required');
  return found ?? { day: today, time: null, writtenDay: today, unknownZone: null };
}

/** The next open date of a series, and its schedule; a series that is over is its first date. */
function plan(
  entry: Entry,
  when: When,
  { today, zone, replaced }: Here,
  notes: string[],
): { day: Day; schedule: Schedule | null } {
  const [rule, another] = entry.properties.get('rrule') ?? [];
  if (entry.properties.has('rdate')) notes.push('RDATE');
  const alone = { day: when.day, schedule: null };
  if (!rule) return alone;
  const isOurs = !another && when.day === when.writtenDay;
  const schedule = isOurs ? scheduleOf(untilRead(rule, when, zone), when.day) : null;
  if (!schedule) {
    notes.push(`RRULE ${ruleText(rule)}`);
    return alone;
  }
  const gone = [...daysOf(entry, 'exdate', zone), ...replaced];
  const isLate = entry.kind === 'vevent' && when.day < today;
  let day = isLate ? nextDay(schedule, when.day, today) : when.day;
  for (let n = 0; day !== null && gone.includes(day) && n < MOST_EXCLUDED; n += 1)
    day = nextDay(schedule, day);
  if (day === null) return alone;
  const left = [...new Set(gone)].filter(one => day !== null && one > day).sort();
  if (left.length > 0) notes.push(`EXDATE ${left.slice(0, 10).join(', ')}${left.length > 10 ? ' …' : ''}`);
  return { day, schedule };
}

/** The rule with a date as its end: one that has no date of the series in it when it ends earlier on that day. */
function untilRead(rule: Property, when: When, zone: string): unknown {
  const value = rule[3];
  if (typeof value !== 'object' || value === null || !('until' in value)) return value;
  const until = whenIn(['until', {}, '', value.until], value.until, zone);
  const isBefore = until.time !== null && when.time !== null && until.time < when.time;
  const day = new Date(Date.parse(until.day) - (isBefore ? 86_400_000 : 0)).toISOString().slice(0, 10);
  return { ...value, until: day };
}

function ruleText(rule: Property): string {
  const parts = Object.entries(Object(rule[3])).map(([name, value]) => `${name.toUpperCase()}=${value}`);
  return parts.join(';').slice(0, 200);
}

function isCompleted(entry: Entry): boolean {
  const percent = textOf(entry, 'percent-complete');
  return (
    entry.kind === 'vtodo' &&
    (/^completed$/i.test(textOf(entry, 'status')) || entry.properties.has('completed') || percent === '100')
  );
}

/** What tasks have no field for stands in the description. */
function factsOf(entry: Entry, when: When, { zone }: Here): string[] {
  const starts =
    entry.kind === 'vtodo' && entry.properties.has('due') ? whenOf(entry, 'dtstart', zone) : null;
  const priority = textOf(entry, 'priority');
  const facts: [string, string][] = [
    ['Starts', starts ? wordsOf(starts) : ''],
    ['Ends', endOf(entry, when, zone)],
    ['Duration', textOf(entry, 'duration')],
    ['Place', textOf(entry, 'location')],
    ['Link', textOf(entry, 'url')],
    ['Categories', textOf(entry, 'categories')],
    ['Priority', priority === '0' ? '' : priority],
    ['Time zone', when.unknownZone ?? ''],
  ];
  return [
    textOf(entry, 'description'),
    ...facts.map(([label, fact]) => (fact === '' ? '' : `${label}: ${fact}`)),
  ].filter(line => line !== '');
}

/** Empty for an event of one whole day. */
function endOf(entry: Entry, start: When, zone: string): string {
  const end = whenOf(entry, 'dtend', zone);
  if (!end || (end.day === start.day && end.time === start.time)) return '';
  if (end.time !== null) return wordsOf(end);
  // The day after the last one.
  const last = new Date(Date.parse(end.day) - 86_400_000).toISOString().slice(0, 10);
  return last > start.day ? last : '';
}

function rhythmOf(schedule: Schedule | null) {
  if (!schedule) return {};
  const { type, interval, days, every, anchorDay, endDay } = schedule;
  return {
    recurrenceType: type,
    recurrenceInterval: interval,
    recurrenceDays: [...days],
    recurrenceEvery: every,
    recurrenceAnchor: type === 'monthly' ? anchorDay : null,
    recurrenceEndDate: endDay && noonOf(endDay),
  };
}
