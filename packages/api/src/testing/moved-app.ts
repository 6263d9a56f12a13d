import { TASK_VIEWS } from '@onus/contract/task';
import type { ExportFile } from '@onus/contract/transfer/export-schema';
import type { Db } from '@onus/db/open';
import { createSystemScope } from '../core/scope.ts';
import { findAccount } from '../people/find.ts';
import { type Browser, testWorld, type World, whole } from '../testing.ts';
import { exportHousehold, findHousehold } from '../transfer/archive/household.ts';
import { importArchive } from '../transfer/archive/import.ts';

/**
 * A second install, at the same time of day, with the people who can set a password by the link they got.
 * @param other where it is imported; an empty one if left out
 */
export async function importedFrom(world: World, file: ExportFile, other = testWorld()) {
  other.advance(world.clock() - other.clock());
  const accounts = importArchive(other.db, createSystemScope(other.clock()), file);
  const people: Record<string, Browser> = {};
  for (const { username, email, link } of accounts) {
    if (!link) continue;
    const browser = other.browser();
    await browser.call.auth.activate({ token: link.token, password: 'a new one' });
    browser.held.accessToken = (await browser.call.auth.login({ email, password: 'a new one' })).accessToken;
    people[username] = browser;
  }
  return { world: other, accounts, people };
}

/** Everything the app shows a person, apart from where they are signed in. */
export async function appOf({ call }: Browser) {
  const me = await call.auth.me();
  const views = await Promise.all(TASK_VIEWS.map(view => whole(call.task.list, { view })));
  const threads = (await call.chat.conversations({ limit: 100 })).items;
  const messages = threads.map(({ id }) => call.chat.messages({ conversationId: id, limit: 100 }));
  const manager = me.isManager || me.isAdmin ? call.manager : undefined;
  return {
    me,
    views,
    tasks: await call.task.list({ view: 'all', limit: 100 }),
    counts: await call.task.counts(),
    managed: manager && (await Promise.all(TASK_VIEWS.map(view => whole(manager.tasks, { view })))),
    managedCounts: await manager?.counts(),
    chart: await manager?.chart(),
    members: manager && (await call.member.list({ limit: 100 })).items,
    assignable: (await call.member.assignable()).items,
    teammates: (await call.member.teammates()).items,
    groceries: await call.grocery.list(),
    threads,
    messages: await Promise.all(messages),
    unread: await call.chat.unread(),
    people: (await call.chat.people()).items,
  };
}

/** A household as its operator exports it. @param email of its manager. */
export function movedFrom(db: Db, email: string): ExportFile {
  const operator = createSystemScope(0);
  const head = findAccount(db, operator, email);
  if (!head) throw new Error(`no account of ${email}`);
  return exportHousehold(db, operator, findHousehold(db, operator, head));
}
