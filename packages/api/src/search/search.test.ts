import { closeDb } from '@onus/db/open';
import { hasUnindexed } from '@onus/db/search-index';
import { describe, expect, test } from 'vitest';
import { admin, type Browser, idOf, member, testWorld, type World } from '../testing.ts';

const DUE = '2026-05-05';

/** Titles, names and texts of what is found. */
async function found({ call }: Browser, text: string, limit?: number) {
  const { tasks, items, messages } = await call.search.find({ text, ...(limit && { limit }) });
  return {
    tasks: tasks.map(one => one.title),
    items: items.map(one => one.name),
    messages: messages.map(one => one.message),
  };
}

const NOTHING = { tasks: [], items: [], messages: [] };

async function household() {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const ben = await member(world, ana, 'Ben');
  const cleo = await member(world, ana, 'Cleo');
  return { world, ana, ben, cleo };
}

async function taskOf({ call }: Browser, title: string, more: { text?: string; assignees?: string[] } = {}) {
  return call.task.create({ title, dueDate: DUE, ...more });
}

async function threadOf({ call }: Browser, to: Browser, message: string) {
  const [thread] = await call.chat.start({ users: [await idOf(to)], message });
  return thread?.id ?? '';
}

describe('what a text finds', () => {
  test('tasks of every list by title and description, items and messages, each as its own list answers it', async () => {
    const { ana, ben } = await household();
    const { id } = await taskOf(ana, 'Oil the gate', { text: 'with the green can' });
    await ana.call.task.update({ id, completed: true });
    await taskOf(ana, 'Green paint');
    await ana.call.grocery.create({ name: 'Green beans', price: 2 });
    await threadOf(ana, ben, 'The green one?');
    const results = await ana.call.search.find({ text: 'green' });
    expect(results.tasks).toEqual([
      (await ana.call.task.list({ view: 'incomplete' })).items[0],
      await ana.call.task.get({ id }),
    ]);
    expect(results.items).toEqual(await ana.call.grocery.list());
    const { id: conversationId } = (await ana.call.chat.conversations({})).items[0] ?? {};
    expect(results.messages).toEqual(
      (await ana.call.chat.messages({ conversationId: conversationId ?? '' })).items,
    );
  });

  test('beginnings of words, without case and accents, all of them, in any order', async () => {
    const ana = await testWorld().person('Ana');
    await ana.call.grocery.create({ name: 'Crème brûlée' });
    for (const text of [
      'crème',
      'CREME',
      'cre',
      'c',
      'brulee',
      'cre\u0300me',
      'brul crem',
      ' crème , brûlée!',
    ])
      expect.soft((await found(ana, text)).items, text).toEqual(['Crème brûlée']);
    for (const text of ['reme', 'creme caramel', 'cremes', 'x'])
      expect.soft(await found(ana, text), text).toEqual(NOTHING);
  });

  test('letters with a stroke, double letters and ligatures, also in the way that keyboards have them', async () => {
    const ana = await testWorld().person('Ana');
    const names = ['Łódź', 'Weißbrot', 'ﬁlter', 'Æbler og smørrebrød'];
    for (const name of names) await ana.call.grocery.create({ name });
    const same = [
      'Lodz',
      'łódź',
      'WEISSBROT',
      'weiß',
      'WEIẞ',
      'weis',
      'filter',
      'ﬁl',
      'aebler SMORREBROD',
      'smør',
    ];
    const finds = [0, 0, 1, 1, 1, 1, 2, 2, 3, 3];
    for (const [at, text] of same.entries())
      expect.soft((await found(ana, text)).items, text).toEqual([names[finds[at] ?? 0]]);
  });

  test('words in other alphabets, and parts of words that stand alone', async () => {
    const ana = await testWorld().person('Ana');
    for (const name of ['Молоко', '牛乳パック', 'दूध', "Ana's jam", 'E-mail paper', 'x² 🥑 dip'])
      await ana.call.grocery.create({ name });
    for (const [text, name] of [
      ['моло', 'Молоко'],
      ['牛', '牛乳パック'],
      ['दूध', 'दूध'],
      ["ana's", "Ana's jam"],
      ['e-mail', 'E-mail paper'],
      ['dip 🥑', 'x² 🥑 dip'],
    ] as const)
      expect.soft((await found(ana, text)).items, text).toEqual([name]);
  });

  test.each([
    '"',
    '"milk',
    'milk"',
    '*',
    'milk*',
    '-',
    '- milk',
    'NEAR',
    'NEAR(milk bread)',
    'milk OR bread',
    'NOT',
  ])('an operator of FTS5 is no operator: %s', async text => {
    const ana = await testWorld().person('Ana');
    for (const name of ['Milk', 'Bread', 'Near beer or not']) await ana.call.grocery.create({ name });
    const hits: Record<string, string[]> = {
      '"milk': ['Milk'],
      'milk"': ['Milk'],
      'milk*': ['Milk'],
      '- milk': ['Milk'],
      NEAR: ['Near beer or not'],
      NOT: ['Near beer or not'],
    };
    expect(await found(ana, text)).toEqual({ ...NOTHING, items: hits[text] ?? [] });
  });

  test.each(['who : x', 'words:milk', '{who} : "x"', 'milk)', '^milk', 'milk + bread', '\\', '%', "'; --"])(
    'nor is any other sign: %s',
    async text => {
      const ana = await testWorld().person('Ana');
      await ana.call.grocery.create({ name: 'Who words milk + bread x' });
      const finds = /[a-z]/.test(text) ? ['Who words milk + bread x'] : [];
      expect((await found(ana, text)).items).toEqual(finds);
    },
  );

  test('an empty text and one without words find nothing, one that is too long is refused', async () => {
    const ana = await testWorld().person('Ana');
    await ana.call.grocery.create({ name: 'Milk' });
    for (const text of ['', '   ', '?!']) expect(await found(ana, text)).toEqual(NOTHING);
    await expect(found(ana, 'x'.repeat(201))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Text is too long: at most 200',
    });
    await expect(found(ana, 'milk', 51)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Limit must be at most 50',
    });
    await expect(found(testWorld().browser(), 'milk')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('the newest first, at most as many of each kind as asked for', async () => {
    const { ana, ben } = await household();
    const conversationId = await threadOf(ana, ben, 'Bulb 0');
    for (const n of [1, 2, 3]) {
      await taskOf(ana, `Bulb ${n}`);
      await ana.call.grocery.create({ name: `Bulb ${n}` });
      await ana.call.chat.send({ conversationId, message: `Bulb ${n}` });
    }
    const newest = ['Bulb 3', 'Bulb 2'];
    expect(await found(ana, 'bulb', 2)).toEqual({ tasks: newest, items: newest, messages: newest });
    expect((await found(ana, 'bulb')).messages).toEqual([...newest, 'Bulb 1', 'Bulb 0']);
  });
});

describe('who finds what', () => {
  test('a task its creator, assignees, their manager and an Admin; an item the household; a message its two', async () => {
    const { world, ana, ben, cleo } = await household();
    const [dan, root] = [await world.person('Dan', 'Manager'), await admin(world, 'Root')];
    const { id } = await taskOf(ana, 'Secret party', { assignees: [await idOf(ben)] });
    await taskOf(ben, 'Secret gift');
    await ana.call.grocery.create({ name: 'Secret cake' });
    await threadOf(ana, ben, 'Secret guests');
    const both = ['Secret gift', 'Secret party'];
    const items = ['Secret cake'];
    const messages = ['Secret guests'];
    expect(await found(ana, 'secret')).toEqual({ tasks: both, items, messages });
    expect(await found(ben, 'secret')).toEqual({ tasks: both, items, messages });
    expect(await found(cleo, 'secret')).toEqual({ ...NOTHING, items });
    expect(await found(dan, 'secret')).toEqual(NOTHING);
    expect(await found(root, 'secret')).toEqual({ ...NOTHING, tasks: both });
    await ana.call.task.assign({ id, add: [await idOf(cleo)], remove: [await idOf(ben)] });
    expect((await found(cleo, 'secret')).tasks).toEqual(['Secret party']);
    expect((await found(ben, 'secret')).tasks).toEqual(['Secret gift']);
  });

  test('a member who leaves keeps the threads, loses the list, and shares their tasks with the next manager', async () => {
    const { world, ana, ben } = await household();
    const [dan, root] = [await world.person('Dan', 'Manager'), await admin(world, 'Root')];
    await taskOf(ben, 'Water the fern');
    await ana.call.grocery.create({ name: 'Fern food' });
    await threadOf(ana, ben, 'The fern is dry');
    await dan.call.grocery.create({ name: 'Fern pot' });
    await root.call.member.move({ id: await idOf(ben), managerId: await idOf(dan) });
    const messages = ['The fern is dry'];
    expect(await found(ben, 'fern')).toEqual({ tasks: ['Water the fern'], items: ['Fern pot'], messages });
    expect(await found(ana, 'fern')).toEqual({ tasks: [], items: ['Fern food'], messages });
    expect(await found(dan, 'fern')).toEqual({
      tasks: ['Water the fern'],
      items: ['Fern pot'],
      messages: [],
    });
  });

  test('the list that a new head takes over is found by the household, not by the former one alone', async () => {
    const { ana, ben, cleo } = await household();
    await ana.call.grocery.create({ name: 'Candles' });
    expect((await found(ana, 'candles')).items).toEqual(['Candles']);
    await ana.call.member.handOver({ to: await idOf(ben) });
    for (const one of [ana, ben, cleo]) expect((await found(one, 'candles')).items).toEqual(['Candles']);
  });

  test('the id of another person is no way to what is theirs', async () => {
    const { ana, ben } = await household();
    await taskOf(ben, 'Mine alone');
    const id = (await idOf(ben)).replaceAll('-', '');
    for (const text of [id, `\u{e000}${id}`, `who : \u{e000}${id}`, '\u{e000}'])
      expect(await found(ana, text)).toEqual(NOTHING);
  });
});

describe('what changes', () => {
  test('an edit is found by the new words only', async () => {
    const { ana, ben } = await household();
    const { id } = await taskOf(ana, 'Paint the fence');
    const item = await ana.call.grocery.create({ name: 'Fence paint' });
    const conversationId = await threadOf(ana, ben, 'Which fence?');
    const sent = (await ana.call.chat.messages({ conversationId })).items[0];
    expect(await found(ana, 'fence')).not.toEqual(NOTHING);
    await ana.call.task.update({ id, title: 'Paint the wall', text: 'of the shed' });
    await ana.call.grocery.update({ id: item.id, name: 'Wall paint' });
    await ana.call.chat.edit({ id: sent?.id ?? '', message: 'Which wall?' });
    expect(await found(ana, 'fence')).toEqual(NOTHING);
    expect(await found(ana, 'wall')).toEqual({
      tasks: ['Paint the wall'],
      items: ['Wall paint'],
      messages: ['Which wall?'],
    });
    expect((await found(ana, 'shed')).tasks).toEqual(['Paint the wall']);
  });

  test('what is deleted is not found, and a restored task is', async () => {
    const { ana, ben } = await household();
    const { id } = await taskOf(ana, 'Sweep', { assignees: [await idOf(ben)] });
    const item = await ana.call.grocery.create({ name: 'Sweep' });
    const conversationId = await threadOf(ana, ben, 'Sweep');
    const sent = (await ana.call.chat.messages({ conversationId })).items[0];
    expect(await found(ben, 'sweep')).toEqual({ tasks: ['Sweep'], items: ['Sweep'], messages: ['Sweep'] });
    await ana.call.task.delete({ id });
    await ana.call.grocery.delete({ id: item.id });
    await ana.call.chat.delete({ id: sent?.id ?? '' });
    for (const one of [ana, ben]) expect(await found(one, 'sweep')).toEqual(NOTHING);
    await ana.call.task.restore({ id });
    for (const one of [ana, ben]) expect((await found(one, 'sweep')).tasks).toEqual(['Sweep']);
  });

  test('rows that leave the database leave the index, and rows that take their place are found by their own words', async () => {
    const { world, ana, ben } = await household();
    // Two of each: the first new row takes the place of one.
    for (const _ of [1, 2]) {
      await taskOf(ana, 'Old task');
      await ana.call.grocery.create({ name: 'Old item' });
    }
    await threadOf(ana, ben, 'Old message');
    await found(ana, 'old');
    world.db.$client.exec('delete from task; delete from grocery_item; delete from conversation');
    await taskOf(ana, 'New task');
    await ana.call.grocery.create({ name: 'New item' });
    expect(await found(ana, 'old')).toEqual(NOTHING);
    expect(await found(ana, 'new')).toEqual({ ...NOTHING, tasks: ['New task'], items: ['New item'] });
    expect(wordsIn(world)).toEqual({ task_words: 1, item_words: 1, message_words: 0 });
  });

  test('the next occurrence of a task that repeats is found beside the completed one', async () => {
    const ana = await testWorld().person('Ana');
    const { id } = await ana.call.task.create({ title: 'Bins', dueDate: DUE, recurrenceType: 'weekly' });
    await ana.call.task.update({ id, completed: true });
    expect((await ana.call.search.find({ text: 'bins' })).tasks.map(one => one.completed)).toEqual([
      false,
      true,
    ]);
  });

  test('where the file cannot be written, a search finds what was indexed before', async () => {
    const { world, ana } = await household();
    await taskOf(ana, 'Early bird');
    await found(ana, 'bird');
    await taskOf(ana, 'Late bird');
    world.db.$client.pragma('query_only = on');
    expect((await found(ana, 'bird')).tasks).toEqual(['Early bird']);
    world.db.$client.pragma('query_only = off');
    expect((await found(ana, 'bird')).tasks).toEqual(['Late bird', 'Early bird']);
  });

  test('the index survives a vacuum, and SQLite finds no fault in it', async () => {
    const { world, ana } = await household();
    for (const title of ['Gone', 'Fix lamp']) await taskOf(ana, title);
    for (const name of ['Gone', 'Lamp oil']) await ana.call.grocery.create({ name });
    world.db.$client.exec(
      "delete from task where title = 'Gone'; delete from grocery_item where name = 'Gone'",
    );
    const before = await found(ana, 'lamp');
    expect(before).toEqual({ ...NOTHING, tasks: ['Fix lamp'], items: ['Lamp oil'] });
    world.db.$client.exec('vacuum');
    expect(hasUnindexed(world.db)).toBe(false);
    expect(await found(ana, 'lamp')).toEqual(before);
    expect(world.db.$client.pragma('integrity_check', { simple: true })).toBe('ok');
    closeDb(world.db);
  });
});

/** Rows of each index. */
function wordsIn({ db }: World) {
  const count = (table: string) => db.$client.prepare(`select count(*) from ${table}_docsize`).pluck().get();
  return Object.fromEntries(['task_words', 'item_words', 'message_words'].map(name => [name, count(name)]));
}
