import type { ListHistory } from '@onus/contract/limits/page';
import type { Db } from '@onus/db/open';
import { isActive } from '../../core/policy.ts';
import type { Page } from '../../core/rows/page.ts';
import type { Scope } from '../../core/scope.ts';
import { type Entry, listEntries } from '../../edits/history.ts';
import { usersNamed } from '../../people/find.ts';
import { findTaskRow } from '../list.ts';
import { mayAssign, mayChange } from '../policy.ts';
import type { Assignee, TaskRow } from '../view.ts';
import { fieldsOf } from './changes.ts';

/** A person of an earlier state. */
interface Former extends Assignee {
  /** Could not be assigned by the caller now. */
  gone: boolean;
}

export interface TaskHistory extends Page<Entry> {
  /** The fields that the caller may set, and so restore. */
  may: { restore: string[] };
}

/**
 * Who changed what of a task in the last 30 days, newest first. People stand in it by name.
 * @throws DomainError NOT_FOUND for a task that does not exist or that the caller may not see.
 */
export function listTaskHistory(db: Db, scope: Scope, { id, cursor }: ListHistory): TaskHistory {
  const row = findTaskRow(db, scope, id);
  const fields = fieldsOf(row);
  const [creator] = usersNamed(db, scope, [row.creatorId]);
  // The server creates the next task of a series.
  const createdBy = creator && row.followsId === null ? { id: creator.id, username: creator.username } : null;
  const object = { kind: 'task', objectId: id, fields, createdAt: row.createdAt, createdBy } as const;
  const page = listEntries(db, scope, object, cursor);
  const restore = Object.keys(fields).filter(field => mayChange(scope, row, [field]));
  return { ...page, items: withNames(db, scope, row, page.items), may: { restore } };
}

function withNames(db: Db, scope: Scope, row: TaskRow, entries: readonly Entry[]): Entry[] {
  const ids = entries.flatMap(({ changes }) =>
    changes.flatMap(({ field, before, after }) => (field === 'assignees' ? [before, after].flat() : [])),
  ) as string[];
  if (ids.length === 0) return [...entries];
  const isAssigned = (userId: string) => row.assignees.some(one => one.id === userId);
  const people = new Map<unknown, Former>();
  for (const one of usersNamed(db, scope, ids)) {
    const gone = !isAssigned(one.id) && !(isActive(one) && mayAssign(scope, one));
    people.set(one.id, { id: one.id, username: one.username, gone });
  }
  const named = (value: unknown) => (value as string[]).flatMap(userId => people.get(userId) ?? []);
  return entries.map(entry => ({
    ...entry,
    changes: entry.changes.map(({ field, before, after }) =>
      field === 'assignees'
        ? { field, before: named(before), after: named(after) }
        : { field, before, after },
    ),
  }));
}
