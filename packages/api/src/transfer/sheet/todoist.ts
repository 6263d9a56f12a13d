import type { Day } from '@onus/contract/dates/calendar';
import { noonOf } from '@onus/contract/dates/calendar';
import { type QuickEntry, readQuickEntry } from '@onus/contract/quick-line/entry';
import { type CreateTask, createTaskInput } from '@onus/contract/task';
import { sentenceOf } from '../../core/input-error.ts';
import type { CsvLine } from './csv.ts';
import { byField, leftOver, type Read, type Refusal, type Resolve, type Table } from './lines.ts';

/** A task of a project of Todoist, with what stands around it in the file. */
export interface TodoistTask {
  line: CsvLine;
  /** What is read from its row. */
  cells: Cells;
  /** The comments below it. */
  notes: string[];
  /** The section above it; empty for none. */
  section: string;
  /** The task that it is a part of; empty for none. */
  parent: string;
}

type Cells = Record<
  'content' | 'description' | 'priority' | 'indent' | 'responsible' | 'date' | 'dateLang',
  string
>;

const FIELDS = [
  'type',
  'content',
  'description',
  'priority',
  'indent',
  'responsible',
  'date',
  'dateLang',
] as const;

/** The tasks of a file, and the rows that belong to none. Settings of the project are left out. */
export function todoistTasks({ columns, lines }: Table): { tasks: TodoistTask[]; refused: Refusal[] } {
  const tasks: TodoistTask[] = [];
  const refused: Refusal[] = [];
  const above: string[] = [];
  let section = '';
  for (const line of lines) {
    const { type = '', ...rest } = byField(columns, line, [...FIELDS]);
    const cells = rest as Cells;
    const kind = type.trim().toLowerCase();
    if (kind === 'task') {
      const depth = Math.max(1, Number.parseInt(cells.indent, 10) || 1);
      const parent = above[depth - 2] ?? '';
      // A part of this task follows it; one of a task before does not.
      above.splice(depth - 1, above.length, titleOf(cells));
      tasks.push({ line, cells, notes: [], section, parent });
    } else if (kind === 'section') {
      section = cells.content.trim();
      above.length = 0;
    } else if (kind === 'note' && tasks.length > 0) tasks.at(-1)?.notes.push(cells.content.trim());
    else if (kind === 'note') refused.push({ line: line.line, reason: 'A comment needs a task above it' });
    else if (kind !== 'meta' && kind !== '') {
      refused.push({ line: line.line, reason: 'Type must be task, section or note' });
    }
  }
  return { tasks, refused };
}

/**
 * One of them as a task of ours. What ours do not have stands in the description: nothing is lost.
 * @param today of the person who imports: dates count from it, and it is the date of a task without one.
 */
export function readTodoistTask(
  table: Table,
  { line, cells, notes, section, parent }: TodoistTask,
  today: Day,
  resolve: Resolve,
): Read<CreateTask> {
  const dated = readTodoistDate(cells.date.trim(), cells.dateLang.trim(), today);
  const responsible = cells.responsible.replace(/\s*\(\d+\)\s*$/, '').trim();
  const people = responsible === '' ? { ids: [] } : resolve([responsible]);
  const text = [
    cells.description,
    ...notes,
    section && `Section: ${section}`,
    parent && `Part of: ${parent}`,
    /^[123]$/.test(cells.priority.trim()) && `Priority: ${cells.priority.trim()}`,
    'reason' in people && `Responsible: ${responsible}`,
  ];
  const input = createTaskInput.safeParse({
    title: titleOf(cells),
    text: text.filter(part => part !== '' && part !== false).join('\n'),
    assignees: 'ids' in people ? people.ids : [],
    ...('entry' in dated ? scheduleOf(dated.entry) : { dueDate: noonOf(today) }),
  });
  const wrong = [
    ...('reason' in dated ? [{ line: line.line, reason: dated.reason }] : []),
    ...(input.success
      ? []
      : input.error.issues.map(issue => ({ line: line.line, reason: sentenceOf(issue) }))),
    ...leftOver(table.columns, line),
  ];
  return input.success && wrong.length === 0 ? { line: line.line, input: input.data, done: false } : wrong;
}

/** Todoist writes a star before a task that cannot be completed. */
function titleOf({ content }: Cells): string {
  return content.trim().replace(/^\* /, '');
}

/** The parser needs a title. This one is no date, and no part of one. */
const TITLE = 'Task';

/** Characters. Reading the words of a longer date in one turn of the event loop takes too long. */
const LONGEST_DATE = 200;

/** What Todoist calls a date: a day, a time and a recurrence in words, as typed there. */
function readTodoistDate(
  date: string,
  language: string,
  today: Day,
): { entry: QuickEntry } | { reason: string } {
  if (date.length > LONGEST_DATE) return { reason: `The date has more than ${LONGEST_DATE} characters` };
  const isForeign = !/^(?:en\b.*)?$/i.test(language) && !/^\d{4}-\d\d-\d\d/.test(date);
  if (date !== '' && isForeign) {
    return { reason: `The date ${JSON.stringify(date)} is not in English. Write it as 2026-03-05` };
  }
  const words = date
    .replace(/\bev(!?)(?=\s)/gi, 'every$1')
    .replace(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d)?(?:\.\d+)?Z?/, '$1 $2');
  const entry = readQuickEntry(`${TITLE} ${words}`, { today, order: 'mdy', people: [], me: '', plain: [] });
  const isRead = entry.title === TITLE && entry.spans.every(span => span.kind !== 'unknown');
  return isRead ? { entry } : { reason: `The date ${JSON.stringify(date)} cannot be read` };
}

function scheduleOf({ day, endDay, ...entry }: QuickEntry) {
  return {
    dueDate: noonOf(day),
    dueTime: entry.dueTime,
    recurrenceType: entry.recurrenceType,
    recurrenceInterval: entry.recurrenceInterval,
    recurrenceDays: entry.recurrenceDays,
    recurrenceEvery: entry.recurrenceEvery,
    recurrenceFrom: entry.recurrenceFrom,
    recurrenceAnchor: entry.recurrenceAnchor,
    recurrenceEndDate: endDay && noonOf(endDay),
  };
}
