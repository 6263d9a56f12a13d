import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createSystemScope } from '../../core/scope.ts';
import { appOf, importedFrom } from '../../testing/moved-app.ts';
import { admin, type Browser, dayFrom, downloaded, idOf, member, testWorld, whole } from '../../testing.ts';
import { importArchive } from './import.ts';

/** Ana's household with something of everything in it. */
async function household() {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const people = { ana, ben: await member(world, ana, 'Ben'), cleo: await member(world, ana, 'Cleo') };
  const [anaId, benId, cleoId] = [await idOf(ana), await idOf(people.ben), await idOf(people.cleo)];
  const danId = await idOf(await member(world, ana, 'Dan'));
  const add = (by: Browser, title: string, day: number, more = {}) =>
    by.call.task.create({ title, dueDate: `${dayFrom(world, day)}T12:00:00.000Z`, ...more });

  const bins = await add(ana, 'Bins', -15, { recurrenceType: 'weekly', assignees: [benId] });
  await people.ben.call.task.update({ id: bins.id, completed: true });
  const rent = await add(ana, 'Rent', -40, { recurrenceType: 'monthly' });
  await ana.call.task.update({ id: rent.id, completed: true });
  await ana.call.task.update({ id: rent.id, completed: false });
  const until = `${dayFrom(world, 60)}T00:00:00.000Z`;
  const plants = { recurrenceType: 'interval', recurrenceInterval: 3, recurrenceEndDate: until };
  await add(people.cleo, 'Plants', 0, plants);
  await add(ana, 'Cellar', 2, { assignees: [benId, cleoId, danId], text: 'Keep the 🚲.\n\nAll of them' });
  await add(people.ben, 'Desk', -90);
  await ana.call.task.update({ id: (await add(ana, 'Fence', -70)).id, completed: true });
  await ana.call.member.update({ id: danId, active: false });

  await people.ben.call.grocery.create({ name: 'Milk', count: 2, price: 1.39 });
  const { id: bread } = await ana.call.grocery.create({ name: 'Bread', price: 3.2 });
  await ana.call.grocery.update({ id: bread, purchased: true });

  const [thread] = await ana.call.chat.start({ users: [benId], message: 'Who takes the bins out?' });
  const conversationId = thread?.id ?? '';
  const said = await people.ben.call.chat.send({ conversationId, message: 'Not me' });
  await people.ben.call.chat.delete({ id: said.id });
  const fine = await people.ben.call.chat.send({ conversationId, message: 'I will' });
  await people.ben.call.chat.edit({ id: fine.id, message: 'I will, at six' });
  await ana.call.chat.markRead({ conversationId, sequence: said.sequence });
  return { world, ...people, ids: { anaId, benId, cleoId, danId }, conversationId };
}

describe("a manager's export", () => {
  test('imported elsewhere is the same app for everyone in it', async () => {
    const { world, ana, ben, cleo } = await household();
    const file = await downloaded(ana, 'household');
    const other = await importedFrom(world, file);
    expect(other.accounts.map(one => [one.username, one.link?.kind ?? null])).toEqual(
      expect.arrayContaining([
        ['Ana', 'activation'],
        ['Ben', 'activation'],
        ['Cleo', 'activation'],
        ['Dan', null],
      ]),
    );
    for (const [name, before] of Object.entries({ Ana: ana, Ben: ben, Cleo: cleo })) {
      const after = other.people[name];
      expect(after && (await appOf(after))).toEqual(await appOf(before));
    }
    expect({ ...(await downloaded(other.people.Ana as Browser, 'household')), madeAt: '' }).toEqual({
      ...file,
      madeAt: '',
    });
  });

  test('goes on as it would have: series, threads, the order of messages', async () => {
    const { world, ana, ben, conversationId } = await household();
    const there = await importedFrom(world, await downloaded(ana, 'household'));
    const [anaThere, benThere] = [there.people.Ana as Browser, there.people.Ben as Browser];
    const goOn = async (boss: Browser, worker: Browser) => {
      const open = await whole(boss.call.manager.tasks, { view: 'incomplete' });
      for (const { id } of open) await boss.call.task.update({ id, completed: true });
      const sent = await worker.call.chat.send({ conversationId, message: 'Done' });
      const all = await whole(boss.call.manager.tasks, { view: 'all' });
      return {
        sequence: sent.sequence,
        unread: await boss.call.chat.unread(),
        tasks: all.map(one => [one.title, one.dueDate, one.completed, one.assignees, one.skipTo]),
      };
    };
    expect(await goOn(anaThere, benThere)).toEqual(await goOn(ana, ben));
  });

  test('contains no secret and no data of others', async () => {
    const { world, ana, ben, cleo, ids } = await household();
    await ben.call.chat.start({ users: [ids.cleoId], message: 'Between Ben and Cleo' });
    const stranger = await world.person('Eve', 'Manager');
    await stranger.call.task.create({ title: 'Of another household', dueDate: '2026-01-01' });
    await stranger.call.grocery.create({ name: 'Also of another' });
    const whole = JSON.stringify(await downloaded(ana, 'household'));
    for (const foreign of ['Between Ben and Cleo', 'another', '"Eve"', 'password', 'argon2', 'oken']) {
      expect(whole).not.toContain(foreign);
    }
    const cleos = await downloaded(cleo, 'user');
    expect(cleos.messages.map(one => one.text)).toEqual(['Between Ben and Cleo']);
    await expect(cleo.call.archive.household({})).rejects.toThrow('You may not do this');
  });

  test('of an Admin is the household of theirs', async () => {
    const world = testWorld();
    const boss = await admin(world, 'Boss');
    await member(world, boss, 'Ben');
    const eve = await world.person('Eve');
    await eve.call.task.create({ title: 'Private', dueDate: '2026-01-01' });
    await boss.call.task.create({ title: 'For Eve', dueDate: '2026-01-01', assignees: [await idOf(eve)] });
    const file = await downloaded(boss, 'household');
    expect(file.tasks.map(one => one.title)).toEqual(['For Eve']);
    expect(file.people.filter(one => one.account).map(one => one.username)).toEqual(['Boss', 'Ben']);
    expect(file.people.find(one => !one.account)).toMatchObject({ username: 'Eve', email: null });
  });
});

describe("a user's export", () => {
  test('holds what is theirs, and the others as names', async () => {
    const { ben, ids } = await household();
    const file = await downloaded(ben, 'user');
    expect(file).toMatchObject({ kind: 'user', owner: ids.benId });
    expect(file.tasks.map(one => one.title).sort()).toEqual(['Bins', 'Bins', 'Cellar', 'Desk']);
    expect(file.groceries.map(one => one.name)).toEqual(['Milk']);
    expect(file.messages.map(one => one.text)).toEqual(['Who takes the bins out?', '', 'I will, at six']);
    expect(file.conversations[0]?.read.map(mark => mark.user)).toEqual([ids.benId]);
    const names = file.people.map(one => [one.username, one.email, one.account !== null]);
    expect(names.sort()).toEqual([
      ['Ana', 'ana@example.com', false],
      ['Ben', 'ben@example.com', true],
      ['Cleo', null, false],
      ['Dan', null, false],
    ]);
  });

  test('imported is their own app, alone: the same lists, no one else to log in or to write to', async () => {
    const { world, ben, ids } = await household();
    const file = await downloaded(ben, 'user');
    const other = await importedFrom(world, file);
    expect(other.accounts.map(one => one.username)).toEqual(['Ben']);
    const there = other.people.Ben as Browser;
    // The manager comes along as a name only: without the role no one manages a task.
    const [before, after] = [withoutManagers(await appOf(ben)), withoutManagers(await appOf(there))];
    const without = ({ may: _may, with: _with, ...thread }: (typeof before)['threads'][number]) => thread;
    expect(after).toEqual({
      ...before,
      groceries: before.groceries.filter(one => one.userId === ids.benId),
      threads: before.threads.map(one => ({
        ...without(one),
        with: { ...one.with, active: false },
        may: { send: false },
      })),
      teammates: [],
      people: [],
    });
    expect({ ...(await downloaded(there, 'user')), madeAt: '' }).toEqual({ ...file, madeAt: '' });
  });
});

function withoutManagers<App>(app: App): App {
  return JSON.parse(JSON.stringify(app, (key, value) => (key === 'managerId' ? null : value)));
}

describe('an import', () => {
  test('that fails in the middle leaves the install empty', async () => {
    const { ana } = await household();
    const file = await downloaded(ana, 'household');
    const broken = { ...file, messages: file.messages.map(one => ({ ...one, sender: 'unknown' })) };
    const other = testWorld();
    expect(() => importArchive(other.db, createSystemScope(other.clock()), broken)).toThrow(/FOREIGN KEY/);
    expect(other.db.select().from(user).all()).toEqual([]);
  });

  test('of a deleted member keeps the name where it stood', async () => {
    const { world, ana, ids } = await household();
    const deletedAt = world.clock();
    world.db.update(user).set({ deletedAt }).where(eq(user.id, ids.cleoId)).run();
    const there = (await importedFrom(world, await downloaded(ana, 'household'))).people.Ana as Browser;
    expect(await appOf(there)).toEqual(await appOf(ana));
  });
});

test('a long export comes in pages that join to what one page would be', async () => {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const ben = await idOf(await member(world, ana, 'Ben'));
  for (let place = 0; place < 1_001; place += 1) {
    await ana.call.task.create({ title: `Task ${place}`, dueDate: '2026-01-01', assignees: [ben] });
  }
  const [thread] = await ana.call.chat.start({ users: [ben], message: 'Message 0' });
  for (let place = 1; place < 501; place += 1) {
    await ana.call.chat.send({ conversationId: thread?.id ?? '', message: `Message ${place}` });
  }
  const file = await downloaded(ana, 'household');
  expect(new Set(file.tasks.map(one => one.title)).size).toBe(1_001);
  expect(file.tasks).toHaveLength(1_001);
  expect(file.messages.map(one => one.text)).toEqual(
    Array.from({ length: 501 }, (_, place) => `Message ${place}`),
  );
  const there = (await importedFrom(world, file)).people.Ana as Browser;
  expect(await appOf(there)).toEqual(await appOf(ana));
});
