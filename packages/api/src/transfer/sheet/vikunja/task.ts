import { type Day, isDay, noonOf } from '@onus/contract/dates/calendar';
import { wallClock } from '@onus/contract/dates/zone';
import { type CreateTask, createTaskInput } from '@onus/contract/task';
import type { VikunjaTask } from '@onus/contract/transfer/vikunja';
import { DomainError } from '../../../core/errors.ts';
import { sentenceOf } from '../../../core/input-error.ts';
import type { Resolve } from '../lines.ts';
import { plainText } from './plain-text.ts';
import type { Entry } from './tasks.ts';

/** What a task is read with: for the person who imports. */
export interface Here {
  today: Day;
  zone: string;
  resolve: Resolve;
}

interface When {
  day: Day;
  /** HH:MM; null at midnight, which says nothing. */
  time: string | null;
}

const DAY = 86_400;

/** A task of Vikunja as one of ours, with what is not taken over of it. @throws DomainError BAD_REQUEST for a date that cannot be read. */
export function taskOf({ project, task }: Entry, here: Here) {
  const when = whenOf(task.due_date, 'due_date', here.zone) ?? { day: here.today, time: null };
  const { ids, others } = assigneesOf(task, here.resolve);
  const repeats = rhythmOf(task);
  const notes = [
    ...('note' in repeats ? [repeats.note] : []),
    ...named(task.attachments, ({ file }) => file?.name).map(name => `the file ${name}`),
  ];
  const input = createTaskInput.safeParse({
    title: (task.title ?? '').trim(),
    text: [...factsOf(task, project, others, here), ...notes.map(note => `Not taken over: ${note}`)].join(
      '\n',
    ),
    dueDate: noonOf(when.day),
    dueTime: when.time,
    assignees: ids,
    ...('note' in repeats || task.done ? {} : repeats),
  });
  return input.success
    ? { input: input.data, done: task.done ?? false, notes }
    : { reasons: input.error.issues.map(sentenceOf) };
}

/** The assignees who are known here, and the names of the others. */
function assigneesOf({ assignees }: VikunjaTask, resolve: Resolve): { ids: string[]; others: string[] } {
  const [ids, others]: [Set<string>, string[]] = [new Set(), []];
  for (const { email, name, username } of assignees ?? []) {
    const names = [email, name, username].filter(one => one != null && one !== '') as string[];
    const [id] = names.flatMap(one => {
      const found = resolve([one]);
      return 'ids' in found ? found.ids : [];
    });
    if (id) ids.add(id);
    else others.push(names.find(one => one !== email) ?? email ?? '');
  }
  return { ids: [...ids], others };
}

/** How it repeats; a rule that is no number of days is a note. */
function rhythmOf({ repeat_after, repeat_mode }: VikunjaTask): Partial<CreateTask> | { note: string } {
  if (repeat_mode === 1) return { recurrenceType: 'monthly' };
  const seconds = repeat_after ?? 0;
  if (seconds <= 0) return {};
  const days = seconds / DAY;
  if (!Number.isInteger(days)) return { note: `repeats every ${Number((seconds / 3_600).toFixed(2))} hours` };
  const from = { recurrenceFrom: repeat_mode === 2 ? ('done' as const) : ('due' as const) };
  if (days === 1) return { recurrenceType: 'daily', ...from };
  if (days % 7 === 0 && days <= 7_000)
    return { recurrenceType: 'weekly', recurrenceEvery: days / 7, ...from };
  return { recurrenceType: 'interval', recurrenceInterval: days, ...from };
}

/** What tasks have no field for stands in the description. */
function factsOf(task: VikunjaTask, project: string, others: string[], { zone }: Here): string[] {
  const percent = Math.round((task.percent_done ?? 0) * 100);
  const timeOf = (written: VikunjaTask['due_date'], name: string) => wordsOf(whenOf(written, name, zone));
  const facts: [string, string][] = [
    ['Project', project],
    ['Part of', named(task.related_tasks?.parenttask, ({ title }) => title).join(', ')],
    ['Labels', named(task.labels, ({ title }) => title).join(', ')],
    ['Priority', task.priority ? `${task.priority} of 5` : ''],
    ['Assigned to', others.join(', ')],
    ['Starts', timeOf(task.start_date, 'start_date')],
    ['Ends', timeOf(task.end_date, 'end_date')],
    ['Reminders', named(task.reminders, ({ reminder }) => timeOf(reminder, 'reminder')).join(', ')],
    ['Done', percent > 0 ? `${percent}%` : ''],
  ];
  return [
    plainText(task.description ?? ''),
    ...named(task.comments, ({ comment, author }) => {
      const [name] = [author?.name, author?.username].filter(Boolean);
      const text = plainText(comment ?? '');
      return text && name ? `${name}: ${text}` : text;
    }),
    ...facts.map(([label, fact]) => (fact === '' ? '' : `${label}: ${fact}`)),
  ].filter(line => line !== '');
}

function named<Item>(
  items: readonly Item[] | null | undefined,
  nameOf: (item: Item) => string | null | undefined,
): string[] {
  return (items ?? []).flatMap(item => nameOf(item) || []);
}

/** An instant by the wall clock of a zone; null for none, which Go writes as the year 1. */
function whenOf(written: string | null | undefined, name: string, zone: string): When | null {
  if (!written || written.startsWith('0001-')) return null;
  const instant = new Date(written);
  const isWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(written);
  const [day = '', time = ''] =
    isWritten && !Number.isNaN(instant.getTime()) ? wallClock(zone, instant).split('T') : [];
  if (!isDay(day)) throw new DomainError('BAD_REQUEST', `${name} is no date`);
  return { day, time: time === '00:00' ? null : time };
}

function wordsOf(when: When | null): string {
  return when ? [when.day, when.time].filter(Boolean).join(' ') : '';
}
