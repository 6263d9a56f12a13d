import type { Search } from '@onus/contract/search/find';
import type { Db } from '@onus/db/open';
import { conversation, message } from '@onus/db/schema/chat';
import { groceryItem } from '@onus/db/schema/grocery';
import { series, task } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm';
import { findThread } from '../chat/threads.ts';
import { type Message, textsOfMessage, viewOfMessage } from '../chat/view.ts';
import { COUNTS_NOW } from '../core/readers.ts';
import { fitting } from '../core/rows/page-size.ts';
import type { Scope } from '../core/scope.ts';
import { ITEM_ROW } from '../grocery/list.ts';
import { type GroceryItem, textsOfItem, viewOfItem } from '../grocery/view.ts';
import { textsOfTask } from '../task/pages/page.ts';
import { TASK_ROW } from '../task/series/row.ts';
import { type Task, viewOfTask } from '../task/view.ts';
import { matchOf } from './match.ts';

/** Of each kind the newest first. */
export interface SearchResults {
  tasks: Task[];
  items: GroceryItem[];
  messages: Message[];
}

/** What the caller may see that has all words of a text: tasks of every list, items of the household, own messages. */
export function find(db: Db, scope: Scope, { text, limit }: Search): SearchResults {
  const { userId: me, household, isAdmin } = scope;
  const [ofTasks, ofItems, ofMessages] = [isAdmin ? null : me, household, me].map(who => matchOf(text, who));
  if (!ofTasks || !ofItems || !ofMessages) return { tasks: [], items: [], messages: [] };
  const tasks = tasksWith(db).all({ match: ofTasks, me, admin: Number(isAdmin), limit });
  const items = itemsWith(db).all({ match: ofItems, household, limit });
  const messages = messagesWith(db).all({ match: ofMessages, me, limit });
  return {
    tasks: fitting(
      tasks.map(row => viewOfTask(scope, row)),
      textsOfTask,
    ),
    items: fitting(items.map(viewOfItem), textsOfItem),
    messages: fitting(
      messages.map(row => viewOfMessage(scope, findThread(db, scope, row.conversationId))(row)),
      textsOfMessage,
    ),
  };
}

const [match, me, limit] = [sql.placeholder('match'), sql.placeholder('me'), sql.placeholder('limit')];

// The index answers in the order of its rowids. What it says of who may see a row can be late by one change, so the
// tables are asked too. A cross join keeps SQLite from starting at them.
const tasksWith = prepared(TASK_ROW, (db, columns) =>
  db
    .select(columns)
    .from(sql`task_words`)
    .crossJoin(task)
    .leftJoin(series, eq(series.id, task.seriesId))
    .where(
      and(
        sql`task_words match ${match} and "task".rowid = task_words.rowid`,
        isNull(task.deletedAt),
        sql`(${sql.placeholder('admin')} or exists (
          select 1 from task_reader r where r.task_id = "task"."id" and r.user_id = ${me} and ${COUNTS_NOW.read}))`,
      ),
    )
    .orderBy(sql`task_words.rowid desc`)
    .limit(limit),
);

const itemsWith = prepared(ITEM_ROW, (db, columns) =>
  db
    .select(columns)
    .from(sql`item_words`)
    .crossJoin(groceryItem)
    .crossJoin(user)
    .where(
      and(
        sql`item_words match ${match} and ${groceryItem}.rowid = item_words.rowid`,
        eq(groceryItem.householdId, sql.placeholder('household')),
        eq(user.id, groceryItem.userId),
      ),
    )
    .orderBy(sql`item_words.rowid desc`)
    .limit(limit),
);

const messagesWith = prepared(getTableColumns(message), (db, columns) =>
  db
    .select(columns)
    .from(sql`message_words`)
    .crossJoin(message)
    .crossJoin(conversation)
    .where(
      and(
        sql`message_words match ${match} and ${message.sequence} = message_words.rowid`,
        isNull(message.deletedAt),
        eq(conversation.id, message.conversationId),
        or(eq(conversation.lowUserId, me), eq(conversation.highUserId, me)),
      ),
    )
    .orderBy(sql`message_words.rowid desc`)
    .limit(limit),
);
