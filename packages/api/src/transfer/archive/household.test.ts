import type { ExportFile } from '@onus/contract/transfer/export-schema';
import { expect, test } from 'vitest';
import { createMailer } from '../../core/mail.ts';
import { createSystemScope } from '../../core/scope.ts';
import { findAccount } from '../../people/find.ts';
import { appOf, importedFrom, movedFrom } from '../../testing/moved-app.ts';
import {
  admin,
  type Browser,
  dayFrom,
  downloaded,
  idOf,
  member,
  openMailbox,
  testWorld,
  type World,
  whole,
} from '../../testing.ts';
import { findHousehold, moveOut } from './household.ts';
import { importArchive } from './import.ts';

/** A household in which only Ben and Cleo know some things. */
async function household(world: World, of: string) {
  const head = await world.person(`${of}-Ana`, 'Manager');
  const [ben, cleo] = [await member(world, head, `${of}-Ben`), await member(world, head, `${of}-Cleo`)];
  const [benId, cleoId] = [await idOf(ben), await idOf(cleo)];
  const dueDate = `${dayFrom(world, 1)}T12:00:00.000Z`;
  await head.call.task.create({ title: `${of} bins`, dueDate, recurrenceType: 'weekly', assignees: [benId] });
  await ben.call.task.create({ title: `${of} desk`, dueDate });
  await cleo.call.grocery.create({ name: `${of} milk` });
  const [thread] = await ben.call.chat.start({ users: [cleoId], message: `${of}: a secret` });
  const conversationId = thread?.id ?? '';
  const answer = await cleo.call.chat.send({ conversationId, message: `${of}: I know` });
  await ben.call.chat.markRead({ conversationId, sequence: answer.sequence });
  await head.call.chat.start({ users: [benId], message: `${of}: bins?` });
  return { [`${of}-Ana`]: head, [`${of}-Ben`]: ben, [`${of}-Cleo`]: cleo };
}

/** The numbers of messages begin behind those of the other install. Their order is compared. */
function withoutNumbers<App>(app: App): App {
  return JSON.parse(JSON.stringify(app, (key, value) => (/sequence$/i.test(key) ? null : value)));
}

test('two households move to an install that is in use, and are the same app for everyone in it', async () => {
  const world = testWorld();
  const people = { ...(await household(world, 'one')), ...(await household(world, 'two')) };
  const other = testWorld();
  const before = await household(other, 'own');
  const own = await Promise.all(Object.values(before).map(appOf));
  const files = ['one-ana@example.com', 'two-ana@example.com'].map(email => movedFrom(world.db, email));
  const moved: Record<string, Browser> = {};
  for (const file of files) {
    const numbers = file.messages.map(one => one.sequence);
    expect(numbers).toEqual(numbers.toSorted((one, next) => one - next));
    Object.assign(moved, (await importedFrom(world, file, other)).people);
  }
  expect(Object.keys(moved).sort()).toEqual(Object.keys(people).sort());
  for (const [name, browser] of Object.entries(people)) {
    const [here, there] = [await appOf(browser), await appOf(moved[name] as Browser)];
    expect(withoutNumbers(there)).toEqual(withoutNumbers(here));
  }
  expect(await Promise.all(Object.values(before).map(appOf))).toEqual(own);
});

test('goes on in a moved thread behind the messages of the install', async () => {
  const world = testWorld();
  await household(world, 'one');
  const other = testWorld();
  await household(other, 'own');
  const { people } = await importedFrom(world, movedFrom(world.db, 'one-ana@example.com'), other);
  const ben = people['one-Ben'] as Browser;
  const [thread] = (await ben.call.chat.conversations({})).items.filter(one => /know/.test(one.lastMessage));
  const conversationId = thread?.id ?? '';
  await ben.call.chat.send({ conversationId, message: 'Still?' });
  const { items } = await ben.call.chat.messages({ conversationId });
  expect(items.map(one => one.message)).toEqual(['Still?', 'one: I know', 'one: a secret']);
  expect((await people['one-Cleo']?.call.chat.unread())?.map(one => one.count)).toEqual([2]);
});

test('an account that is there already is named, and nothing is imported', async () => {
  const world = testWorld();
  await household(world, 'one');
  const file = movedFrom(world.db, 'one-ana@example.com');
  const other = testWorld();
  await other.person('one-Cleo');
  const tryIt = (of: World) => () => importArchive(of.db, createSystemScope(of.clock()), file);
  expect(tryIt(other)).toThrow('one-cleo@example.com has an account here');
  expect(tryIt(world)).toThrow(/^one-\w+@example\.com has an account here$/);
  expect(other.db.$client.prepare('select count(*) from user').pluck().get()).toBe(1);
});

test('an edited file does not speak for someone who has an account', async () => {
  const world = testWorld();
  const { 'one-Ben': ben } = await household(world, 'one');
  const file = movedFrom(world.db, 'one-ana@example.com');
  const other = testWorld();
  const eve = await other.person('Eve');
  const [eveId, benId] = [await idOf(eve), await idOf(ben as Browser)];
  const name = { id: eveId, username: 'Eve', email: null, manager: null, account: null };
  const [thread] = file.conversations;
  const [task] = file.tasks;
  if (!thread || !task) throw new Error('the household has both');
  const id = '00000000-0000-4000-8000-000000000000';
  const edits: Partial<ExportFile>[] = [
    { conversations: [...file.conversations, { ...thread, id, users: [benId, eveId], read: [] }] },
    {
      tasks: [...file.tasks, { ...task, id, creator: eveId, series: null, recurrenceType: 'none' as const }],
    },
    {
      tasks: [
        ...file.tasks,
        { ...task, id, assignees: [eveId], series: null, recurrenceType: 'none' as const },
      ],
    },
  ];
  for (const edit of edits) {
    const edited = { ...file, people: [...file.people, name], ...edit };
    const tryIt = () => importArchive(other.db, createSystemScope(other.clock()), edited);
    expect(tryIt).toThrow(
      'it has a task or a conversation that eve@example.com, who has an account here, does not have',
    );
  }
  expect((await eve.call.chat.conversations({})).items).toEqual([]);
  expect(importArchive(other.db, createSystemScope(other.clock()), file)).toHaveLength(3);
});

test('an edited file puts no one into a household of someone who has an account', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const source = testWorld();
  const eve = await source.person('Eve');
  await eve.call.grocery.create({ name: 'Hers' });
  const id = await idOf(boss);
  const file = await downloaded(eve, 'user');
  const name = { id, username: null, email: null, manager: null, account: null };
  const people = [name, ...file.people.map(one => ({ ...one, manager: id }))];
  const tryIt = (at: World, edited: ExportFile) => () =>
    importArchive(at.db, createSystemScope(at.clock()), edited);
  expect(tryIt(world, { ...file, people })).toThrow(
    'it makes eve@example.com a member of boss@example.com, who has an account here',
  );
  expect((await boss.call.member.list({})).items).toEqual([]);
  expect(await boss.call.grocery.list()).toEqual([]);
  // Nor where the manager comes later.
  const other = testWorld();
  expect(tryIt(other, { ...file, people })()).toHaveLength(1);
  expect(tryIt(other, movedFrom(world.db, 'boss@example.com'))).toThrow(
    'eve@example.com, who has an account here, is a member of someone in it',
  );
});

test('an edited file puts no task into the area of a manager who has an account', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const source = testWorld();
  const eve = await source.person('Eve');
  await eve.call.task.create({ title: 'Hers', dueDate: `${dayFrom(source, 1)}T12:00:00.000Z` });
  const manager = await idOf(boss);
  const file = await downloaded(eve, 'user');
  const name = { id: manager, username: null, email: null, manager: null, account: null };
  const tasks = file.tasks.map(one => ({ ...one, manager }));
  const { people } = await importedFrom(source, { ...file, people: [name, ...file.people], tasks }, world);
  const titles = async (list: Promise<{ title: string }[]>) => (await list).map(one => one.title);
  expect(await titles(whole(boss.call.manager.tasks, { view: 'all' }))).toEqual([]);
  expect(await titles(whole((people.Eve as Browser).call.task.list, { view: 'all' }))).toEqual(['Hers']);
});

test('an email that its former owner may still take back is not taken', async () => {
  const mailbox = await openMailbox();
  const mailer = createMailer({ url: mailbox.url, from: 'Onus <onus@x.example>', onFailure() {} });
  const world = testWorld(undefined, { mailer });
  const ana = await world.person('Ana');
  await ana.call.member.updateSelf({ email: 'new@example.com' });
  const [, token = ''] = /token=([\w-]{43})/.exec((await mailbox.next()).text) ?? [];
  await mailbox.close();
  const file = await downloaded(await testWorld().person('Ana'), 'user');
  const tryIt = () => importArchive(world.db, createSystemScope(world.clock()), file);
  expect(tryIt).toThrow('someone who has an account here may still take ana@example.com back');
  await world.browser().call.auth.takeBackEmail({ token });
  const { accessToken } = await ana.call.auth.login({ email: 'ana@example.com', password: 'Ana-secret' });
  expect(accessToken).toBeTruthy();
});

test.each([
  ['the name first', ['boss@example.com', 'eve@example.com']],
  ['the account first', ['eve@example.com', 'boss@example.com']],
])(
  'someone who is a name in one file and an account in another is one person: %s',
  async (_order, emails) => {
    const world = testWorld();
    const boss = await admin(world, 'Boss');
    const eve = await world.person('Eve');
    const due = `${dayFrom(world, 0)}T12:00:00.000Z`;
    await boss.call.task.create({ title: 'For Eve', dueDate: due, assignees: [await idOf(eve)] });
    await eve.call.task.create({ title: 'Her own', dueDate: due });
    await boss.call.chat.start({ users: [await idOf(eve)], message: 'Hello' });
    const other = testWorld();
    const people: Record<string, Browser> = {};
    for (const email of emails)
      Object.assign(people, (await importedFrom(world, movedFrom(world.db, email), other)).people);
    for (const [name, browser] of Object.entries({ Boss: boss, Eve: eve })) {
      const { call } = people[name] as Browser;
      const titles = async (of: Browser['call']) =>
        (await whole(of.task.list, { view: 'all' })).map(one => one.title);
      expect(await titles(call)).toEqual(await titles(browser.call));
      expect((await call.chat.conversations({})).items.map(one => one.lastMessage)).toEqual(['Hello']);
    }
  },
);

test('a household whose access ends is out at once, and the others are not', async () => {
  const world = testWorld();
  const { 'one-Ana': ana, 'one-Ben': ben } = await household(world, 'one');
  const { 'two-Ana': other } = await household(world, 'two');
  const operator = createSystemScope(world.clock());
  const head = findAccount(world.db, operator, 'one-ana@example.com');
  if (!head) throw new Error('Ana has an account');
  const people = findHousehold(world.db, operator, head);
  const full = () => {
    throw new Error('the disk is full');
  };
  expect(() => moveOut(world.db, operator, people, full)).toThrow('the disk is full');
  expect((await ana?.call.auth.me())?.username).toBe('one-Ana');
  const files: ExportFile[] = [];
  moveOut(world.db, operator, people, file => files.push(file));
  expect(files[0]?.people.map(one => one.account?.active)).toEqual([true, true, true]);
  for (const browser of [ana, ben]) await expect(browser?.call.auth.me()).rejects.toThrow();
  expect((await other?.call.auth.me())?.username).toBe('two-Ana');
  // Nor do they come back where an Admin makes the accounts active again.
  const signedIn = 'select distinct username from session join user on user.id = user_id order by 1';
  expect(world.db.$client.prepare(signedIn).pluck().all()).toEqual(['two-Ana', 'two-Ben', 'two-Cleo']);
  const lines = world.db.$client
    .prepare("select subject_name from audit where event = 'member.deactivated' order by 1")
    .pluck()
    .all();
  expect(lines).toEqual(['one-Ana', 'one-Ben', 'one-Cleo']);
});
