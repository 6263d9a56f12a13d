import type { CreateItem } from '@onus/contract/grocery';
import type { CreateTask } from '@onus/contract/task';
import type { PreviewSheet } from '@onus/contract/transfer/sheet';
import type { SheetKind } from '@onus/contract/transfer/sheet-limits';
import { everyAssignable } from '../../people/search.ts';
import type { Person } from '../../people/view.ts';
import { readCalendar } from './calendar/calendar.ts';
import { readKitchenOwl } from './kitchenowl/kitchenowl.ts';
import {
  type Line,
  type Refusal,
  type Resolve,
  readItemLine,
  readTaskLine,
  type Table,
  tableOf,
} from './lines.ts';
import type { Reader, Sheet } from './sheet.ts';
import { readTodoistTask, todoistTasks } from './todoist.ts';
import { readVikunja } from './vikunja/vikunja.ts';

export interface Preview {
  count: number;
  /** The first of them. */
  tasks: (Line<Omit<CreateTask, 'assignees'>> & { assignees: Pick<Person, 'id' | 'username'>[] })[];
  items: Line<CreateItem>[];
  refused: Refusal[];
  partly: Refusal[];
  ignored: string[];
}

const SHOWN = 8;
/** Lines that are read in one piece: some milliseconds. */
const TOGETHER = 10;

/**
 * What an import would do; nothing is written.
 * @throws DomainError BAD_REQUEST for what is no table at all.
 */
export async function previewSheet(ctx: Reader, { kind, table }: PreviewSheet): Promise<Preview> {
  const read = await readSheet(ctx, kind, await tableOf(ctx, kind, table));
  const { tasks, items, refused, partly, ignored, people } = read;
  const names = new Map(people.map(({ id, username }) => [id, username]));
  return {
    count: tasks.length + items.length,
    tasks: tasks.slice(0, SHOWN).map(({ input: { assignees, ...fields }, ...line }) => ({
      ...line,
      input: fields,
      assignees: assignees.map(id => ({ id, username: names.get(id) ?? '' })),
    })),
    items: items.slice(0, SHOWN),
    refused,
    partly,
    ignored,
  };
}

/** Those that name people. */
const ASSIGNED: ReadonlySet<SheetKind> = new Set(['tasks', 'todoist', 'vikunja']);

/** Reads the lines in several pieces. */
export async function readSheet(ctx: Reader, kind: SheetKind, table: Table): Promise<Sheet> {
  await ctx.pause();
  const people = ASSIGNED.has(kind) ? ctx.read(everyAssignable) : [];
  await ctx.pause();
  const resolve = resolver(people);
  const { ignored } = table.columns;
  const sheet: Sheet = { tasks: [], items: [], refused: [], partly: [], ignored, people };
  if (kind === 'ics') return { ...sheet, ...(await readCalendar(ctx, table)) };
  if (kind === 'todoist') return readTodoist(ctx, table, sheet, resolve);
  if (kind === 'vikunja') return readVikunja(ctx, table, sheet, resolve);
  if (kind === 'kitchenowl') return readKitchenOwl(ctx, table, sheet);
  for (const [at, line] of table.lines.entries()) {
    if (at % TOGETHER === 0) await ctx.pause();
    if (kind === 'tasks') sort(readTaskLine(table, line, resolve), sheet.tasks, sheet.refused);
    else sort(readItemLine(table, line), sheet.items, sheet.refused);
  }
  return sheet;
}

async function readTodoist(ctx: Reader, table: Table, sheet: Sheet, resolve: Resolve): Promise<Sheet> {
  const { tasks, refused } = todoistTasks(table);
  const today = ctx.read((_db, scope) => scope.today);
  sheet.refused.push(...refused);
  for (const [at, one] of tasks.entries()) {
    if (at % TOGETHER === 0) await ctx.pause();
    sort(readTodoistTask(table, one, today, resolve), sheet.tasks, sheet.refused);
  }
  sheet.refused.sort((one, other) => one.line - other.line);
  return sheet;
}

function sort<Input>(read: Line<Input> | Refusal[], lines: Line<Input>[], refused: Refusal[]): void {
  if (Array.isArray(read)) refused.push(...read);
  else lines.push(read);
}

/** By email, or by a name that only one of them has. */
function resolver(people: readonly Person[]): Resolve {
  const byEmail = new Map(people.map(one => [one.email, one]));
  const byName = Map.groupBy(people, one => one.username.toLowerCase());
  return names => {
    const ids: string[] = [];
    for (const name of names) {
      const given = name.toLowerCase();
      const holder = byEmail.get(given);
      const [one, another] = holder ? [holder] : (byName.get(given) ?? []);
      if (!one) return { reason: `No member named ${JSON.stringify(name)}` };
      if (another) return { reason: `More than one is called ${JSON.stringify(name)}: write the email` };
      ids.push(one.id);
    }
    return { ids };
  };
}
