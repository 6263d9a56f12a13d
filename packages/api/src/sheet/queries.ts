import type { CreateItem } from '@onus/contract/grocery';
import type { PreviewSheet } from '@onus/contract/sheet';
import type { SheetKind } from '@onus/contract/sheet-limits';
import type { CreateTask } from '@onus/contract/task';
import type { Db } from '@onus/db/open';
import { assignablePeople, type Teammate } from '../member/queries.ts';
import type { Scope } from '../scope.ts';
import {
  type Line,
  type Refusal,
  type Resolve,
  readItemLine,
  readTaskLine,
  type Table,
  tableOf,
} from '../sheet-lines.ts';

/** What of a table can be imported, and what cannot. */
export interface Sheet {
  tasks: Line<CreateTask>[];
  items: Line<CreateItem>[];
  refused: Refusal[];
  /** Columns that nothing is read from. */
  ignored: string[];
  /** Whom its tasks may be assigned to; nobody where there are none. */
  people: Teammate[];
}

export interface Preview {
  count: number;
  /** The first of them. */
  tasks: (Line<Omit<CreateTask, 'assignees'>> & { assignees: Pick<Teammate, 'id' | 'username'>[] })[];
  items: Line<CreateItem>[];
  refused: Refusal[];
  ignored: string[];
}

const SHOWN = 8;

/**
 * What an import would do; nothing is written.
 * @throws DomainError BAD_REQUEST for what is no table at all.
 */
export function previewSheet(db: Db, scope: Scope, { kind, table }: PreviewSheet): Preview {
  const { tasks, items, refused, ignored, people } = readSheet(db, scope, kind, tableOf(kind, table));
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
    ignored,
  };
}

export function readSheet(db: Db, scope: Scope, kind: SheetKind, table: Table): Sheet {
  const people = kind === 'tasks' ? assignablePeople(db, scope) : [];
  const resolve = resolver(people);
  const sheet: Sheet = { tasks: [], items: [], refused: [], ignored: table.columns.ignored, people };
  for (const line of table.lines) {
    if (kind === 'tasks') sort(readTaskLine(table, line, resolve), sheet.tasks, sheet.refused);
    else sort(readItemLine(table, line), sheet.items, sheet.refused);
  }
  return sheet;
}

function sort<Input>(read: Line<Input> | Refusal[], lines: Line<Input>[], refused: Refusal[]): void {
  if (Array.isArray(read)) refused.push(...read);
  else lines.push(read);
}

/** By email, or by a name that only one of them has. */
function resolver(people: readonly Teammate[]): Resolve {
  return names => {
    const ids: string[] = [];
    for (const name of names) {
      const given = name.toLowerCase();
      const byEmail = people.filter(one => one.email === given);
      const found = byEmail.length > 0 ? byEmail : people.filter(one => one.username.toLowerCase() === given);
      const [one, another] = found;
      if (!one) return { reason: `Nobody you can assign tasks to is called ${JSON.stringify(name)}` };
      if (another) return { reason: `More than one is called ${JSON.stringify(name)}: write the email` };
      ids.push(one.id);
    }
    return { ids };
  };
}
