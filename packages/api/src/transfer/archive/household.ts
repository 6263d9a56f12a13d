import { joinPages } from '@onus/contract/transfer/export-parts';
import type { ExportFile, ExportKind } from '@onus/contract/transfer/export-schema';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { record } from '../../core/audit/record.ts';
import { createScopeFor, type SystemScope } from '../../core/scope.ts';
import { closeAccount } from '../../member/close-account.ts';
import type { AccountRow } from '../../people/find.ts';
import { exportPage } from './export.ts';

/** A manager, and their members, inactive ones too. */
export type Household = [AccountRow, ...AccountRow[]];

export function findHousehold(db: Db, _scope: SystemScope, head: AccountRow): Household {
  return [head, ...membersOf(db).all({ head: head.id })];
}

/**
 * Everything of a household, as its operator moves it: what its manager exports, with what only its members
 * see, such as the threads between them.
 */
export function exportHousehold(db: Db, operator: SystemScope, [head, ...members]: Household): ExportFile {
  return atomically(db, () => {
    const { tasks, groceries, conversations, messages, ...file } = joinPages([
      ...pagesOf(db, operator, head, 'household'),
      ...members.flatMap(member => pagesOf(db, operator, member, 'user')),
    ]);
    return {
      ...file,
      tasks: once(tasks),
      groceries: once(groceries),
      conversations: once(conversations).map(thread => ({
        ...thread,
        read: marksOf(thread.id, conversations),
      })),
      messages: once(messages).sort((one, other) => one.sequence - other.sequence),
    };
  });
}

/**
 * Exports a household and ends its access, in one transaction: what its people do afterwards is refused, and
 * what they did before is in the file.
 * @param store writes the file. If it throws, they keep their access.
 */
export function moveOut(
  db: Db,
  operator: SystemScope,
  people: Household,
  store: (file: ExportFile) => void,
): void {
  atomically(db, () => {
    store(exportHousehold(db, operator, people));
    const active = people.filter(person => person.active);
    const ids = active.map(({ id }) => id);
    db.update(user).set({ active: false, updatedAt: operator.now }).where(inArray(user.id, ids)).run();
    for (const subject of active) {
      closeAccount(db, operator, subject.id);
      record(db, operator, 'member.deactivated', { subject });
    }
  });
}

type Page = ReturnType<typeof exportPage>;

function pagesOf(db: Db, operator: SystemScope, person: AccountRow, kind: ExportKind): [Page, ...Page[]] {
  const day = new Date(operator.now).toISOString().slice(0, 10);
  const scope = createScopeFor(operator, person, operator.now, day);
  const first = exportPage(db, scope, kind);
  const pages: [Page, ...Page[]] = [first];
  for (let next = first.nextCursor; next !== null; ) {
    const page = exportPage(db, scope, kind, next);
    pages.push(page);
    next = page.nextCursor;
  }
  return pages;
}

function once<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map(row => [row.id, row])).values()];
}

/** A member's export has the mark of this member alone. */
function marksOf(
  id: string,
  threads: ExportFile['conversations'],
): ExportFile['conversations'][number]['read'] {
  const marks = threads.filter(thread => thread.id === id).flatMap(thread => thread.read);
  return [...new Map(marks.map(mark => [mark.user, mark])).values()];
}

const membersOf = prepared(getTableColumns(user), (db, columns) =>
  db
    .select(columns)
    .from(user)
    .where(and(eq(user.managerId, sql.placeholder('head')), isNull(user.deletedAt)))
    .orderBy(user.id),
);
