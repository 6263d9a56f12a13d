import type { CreateItem } from '@onus/contract/grocery';
import type { CreateTask } from '@onus/contract/task';
import type { PreviewSheet } from '@onus/contract/transfer/sheet';
import type { SheetKind } from '@onus/contract/transfer/sheet-limits';
import { assignablePeople } from '../../people/search.ts';
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
  const shown = tasks.slice(0, SHOWN);
  const named = new Set(shown.flatMap(({ input }) => input.assignees));
  const names = new Map(people.filter(({ id }) => named.has(id)).map(({ id, username }) => [id, username]));
  return {
    count: tasks.length + items.length,
    tasks: shown.map(({ input: { assignees, ...fields }, ...line }) => ({
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

/** People that are read in one piece: some milliseconds. An Admin of a large installation has thousands. */
const PAGE = 1_000;

/** Everyone a task may be assigned to. */
async function everyAssignable(ctx: Reader): Promise<Person[]> {
  const people: Person[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    await ctx.pause();
    const page = ctx.read((db, scope) => assignablePeople(db, scope, { limit: PAGE, cursor }));
    people.push(...page.items);
    cursor = page.nextCursor;
  }
  await ctx.pause();
  return people;
}

/** Reads the lines in several pieces. */
export async function readSheet(ctx: Reader, kind: SheetKind, table: Table): Promise<Sheet> {
  const people = ASSIGNED.has(kind) ? await everyAssignable(ctx) : [];
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

/** By email, or by a name that only one of them has. Most tables name no one: the people are sorted at the first name. */
function resolver(people: readonly Person[]): Resolve {
  let sorted: ReturnType<typeof sortedPeople> | undefined;
  return names => {
    const ids: string[] = [];
    if (names.length === 0) return { ids };
    sorted ??= sortedPeople(people);
    const { byEmail, byName } = sorted;
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

function sortedPeople(people: readonly Person[]) {
  return {
    byEmail: new Map(people.map(one => [one.email, one])),
    byName: Map.groupBy(people, one => one.username.toLowerCase()),
  };
}
