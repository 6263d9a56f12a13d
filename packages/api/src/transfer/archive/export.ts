import type { ExportPage } from '@onus/contract/transfer/export-parts';
import type { ExportFile, ExportKind } from '@onus/contract/transfer/export-schema';
import type { Db } from '@onus/db/open';
import { conversation, message } from '@onus/db/schema/chat';
import { groceryItem } from '@onus/db/schema/grocery';
import { series, task, taskAssignee, taskReader } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { decoded } from '@onus/db/statements/selection';
import { and, asc, eq, getTableColumns, gt, gte, isNull, lte, or, sql } from 'drizzle-orm';
import { latestSequence } from '../../chat/threads.ts';
import type { MessageRow } from '../../chat/view.ts';
import { COUNTS_NOW } from '../../core/readers.ts';
import { fitting, fittingWithPeople } from '../../core/rows/page-size.ts';
import type { Scope } from '../../core/scope.ts';
import { usersNamed } from '../../people/find.ts';
import { recurrence } from '../../task/series/find.ts';
import {
  exportedAccount,
  exportedConversation,
  exportedItem,
  exportedMessage,
  exportedName,
  exportedTask,
  hasAccount,
} from './view.ts';

type Rows = Pick<ExportFile, 'people' | 'tasks' | 'groceries' | 'conversations' | 'messages'>;

/** In the order they are read. Accounts come last: people who joined during the export are not missing. */
const SECTIONS = ['tasks', 'groceries', 'messages', 'conversations', 'accounts'] as const;
type Section = (typeof SECTIONS)[number];

interface Place {
  kind: ExportKind;
  /** Where the page before ended: the id of its last row, for messages that of their thread and a sequence. */
  after: string;
  /** Messages end here: what is written while the export is made is not in it. */
  upTo: number;
}

interface Stretch {
  rows: Partial<Rows>;
  /** Where the section goes on; null when it is done. */
  next: string | null;
}

/** The most rows of a page. Others have a turn between two pages, and a page of long texts takes 25 ms. */
const PAGE = 150;

/**
 * One page of an export. Of a user: what is assigned to or made by them, the groceries they added to the
 * list of their household, their own threads. Of a household: its people, every task its manager may see,
 * the whole list, and of the threads the manager's own alone (rule 3). Never a password, link or session.
 */
export function exportPage(db: Db, scope: Scope, kind: ExportKind, cursor?: string | null): ExportPage {
  const [section, upTo, after] = placeOf(db, scope, cursor);
  const { rows, next } = READ[section](db, scope, { kind, after, upTo });
  const following = next === null ? SECTIONS[SECTIONS.indexOf(section) + 1] : section;
  const nothing = { people: [], tasks: [], groceries: [], conversations: [], messages: [] };
  return {
    format: 'onus-export',
    version: 2,
    kind,
    madeAt: new Date(scope.now).toISOString(),
    owner: scope.userId,
    ...nothing,
    ...rows,
    nextCursor: following ? `${following} ${upTo} ${next ?? ''}` : null,
  };
}

function placeOf(db: Db, scope: Scope, cursor: string | null | undefined): [Section, number, string] {
  const [named, upTo, after = ''] = cursor?.split(' ') ?? [];
  const section = SECTIONS.find(one => one === named);
  return section ? [section, Number(upTo), after] : ['tasks', latestSequence(db, scope), ''];
}

const READ: Record<Section, (db: Db, scope: Scope, place: Place) => Stretch> = {
  tasks(db, scope, { kind, after }) {
    const read = tasksOf(db, kind).all({ me: scope.userId, after, limit: PAGE }).map(exportedTask);
    // The app does not show who made a task, or in whose area it is: they are ids here too.
    const shownIn = (task: (typeof read)[number]) => [...task.assignees, task.completedBy];
    const namesIn = (task: (typeof read)[number]) => [...shownIn(task), task.creator, task.manager];
    const { rows: tasks, people } = fittingWithPeople(read, namesIn, near => {
      const shown = new Set(near.flatMap(shownIn));
      return usersNamed(db, scope, near.flatMap(namesIn)).map(one =>
        exportedName(scope, one, { username: shown.has(one.id) }),
      );
    });
    return { rows: { tasks, people }, next: lastOf(read, tasks) };
  },

  groceries(db, scope, { kind, after }) {
    const place = { me: scope.userId, household: scope.household, after, limit: PAGE };
    const read = itemsOf(db, kind).all(place).map(exportedItem);
    const adder = (item: (typeof read)[number]) => [item.user];
    const { rows: groceries, people } = fittingWithPeople(read, adder, near =>
      usersNamed(db, scope, near.flatMap(adder)).map(one => exportedName(scope, one, { username: true })),
    );
    return { rows: { groceries, people }, next: lastOf(read, groceries) };
  },

  messages(db, scope, { after, upTo }) {
    const [from = '', sequence] = after.split('/');
    // Each but the one that was begun holds a message at least.
    const threads = threadsOf(db).all({ me: scope.userId, from, upTo, limit: PAGE + 1 });
    const read: MessageRow[] = [];
    for (const { id } of threads) {
      if (read.length === PAGE) break;
      const start = id === from ? Number(sequence) : 0;
      read.push(...messagesOf(db).all({ id, after: start, upTo, limit: PAGE - read.length }));
    }
    const messages = fitting(read.map(exportedMessage));
    const isOver = read.length < PAGE && messages.length === read.length;
    const last = isOver ? undefined : messages.at(-1);
    const next = last ? `${last.conversation}/${last.sequence}` : null;
    return { rows: { messages }, next };
  },

  conversations(db, scope, { kind, after, upTo }) {
    // One more than a page, since the first is the last of the page before.
    const threads = threadsOf(db).all({ me: scope.userId, from: after, upTo, limit: PAGE + 1 });
    const near = threads.filter(one => one.id !== after).slice(0, PAGE);
    const pairs = near.flatMap(one => [one.lowUserId, one.highUserId]);
    const partners = usersNamed(db, scope, pairs);
    const readers = new Set(partners.filter(one => hasAccount(scope, kind, one)).map(one => one.id));
    const read = near.map(one => exportedConversation(one, readers, upTo));
    const { rows: conversations, people } = fittingWithPeople(
      read,
      one => one.users,
      () => partners.map(one => exportedName(scope, one, { username: true, email: true })),
    );
    return { rows: { conversations, people }, next: lastOf(read, conversations) };
  },

  accounts(db, scope, { kind, after }) {
    const read = accountsOf(db, kind).all({ me: scope.userId, after, limit: PAGE }).map(exportedAccount);
    const accounts = fitting(read);
    // The list of an employee's household is the manager's, who is an id here.
    const above = usersNamed(db, scope, [scope.managerId]).map(one => exportedName(scope, one, {}));
    return { rows: { people: [...above, ...accounts] }, next: lastOf(read, accounts) };
  },
};

interface Row {
  id: string;
}

/** Where a section goes on behind the rows of a page; null when these are all that is left. */
function lastOf(read: readonly Row[], fit: readonly Row[]): string | null {
  return read.length < PAGE && fit.length === read.length ? null : (fit.at(-1)?.id ?? null);
}

const me = sql.placeholder('me');
const after = sql.placeholder('after');
const upTo = sql.placeholder('upTo');
const limit = sql.placeholder('limit');

const assigneeIds = decoded<string[]>(
  sql`(select json_group_array(${taskAssignee.userId} order by ${taskAssignee.userId})
    from ${taskAssignee} where ${taskAssignee.taskId} = ${task.id})`,
  text => JSON.parse(text),
);

/** By id, which never changes: a task that is completed during the export is neither missed nor read twice. */
const tasksOf = prepared(
  { ...getTableColumns(task), ...recurrence, assigneeIds },
  (db, columns, kind: ExportKind) =>
    db
      .select(columns)
      .from(taskReader)
      .crossJoin(task)
      .leftJoin(series, eq(series.id, task.seriesId))
      .where(
        and(
          eq(task.id, taskReader.taskId),
          eq(taskReader.userId, me),
          gt(taskReader.taskId, after),
          COUNTS_NOW.kept,
          kind === 'user' ? or(taskReader.own, eq(task.creatorId, me)) : undefined,
        ),
      )
      .orderBy(asc(taskReader.taskId))
      .limit(limit),
);

const itemsOf = prepared(getTableColumns(groceryItem), (db, columns, kind: ExportKind) =>
  db
    .select(columns)
    .from(groceryItem)
    .where(
      and(
        eq(groceryItem.householdId, sql.placeholder('household')),
        gt(groceryItem.id, after),
        kind === 'user' ? eq(groceryItem.userId, me) : undefined,
      ),
    )
    .orderBy(asc(groceryItem.id))
    .limit(limit),
);

/** The caller's own threads that had begun. */
const threadsOf = prepared(getTableColumns(conversation), (db, columns) =>
  db
    .select(columns)
    .from(conversation)
    .where(
      and(
        or(eq(conversation.lowUserId, me), eq(conversation.highUserId, me)),
        gte(conversation.id, sql.placeholder('from')),
        sql`(${conversation.lastSequence} <= ${upTo} or exists (
          select 1 from message m where m.conversation_id = "conversation"."id" and m.sequence <= ${upTo}))`,
      ),
    )
    .orderBy(asc(conversation.id))
    .limit(limit),
);

const messagesOf = prepared(getTableColumns(message), (db, columns) =>
  db
    .select(columns)
    .from(message)
    .where(
      and(
        eq(message.conversationId, sql.placeholder('id')),
        gt(message.sequence, after),
        lte(message.sequence, upTo),
      ),
    )
    .orderBy(asc(message.sequence))
    .limit(limit),
);

const accountsOf = prepared(getTableColumns(user), (db, columns, kind: ExportKind) =>
  db
    .select(columns)
    .from(user)
    .where(
      and(
        kind === 'user' ? eq(user.id, me) : or(eq(user.id, me), eq(user.managerId, me)),
        isNull(user.deletedAt),
        gt(user.id, after),
      ),
    )
    .orderBy(asc(user.id))
    .limit(limit),
);
