import { describe, expect, test } from 'vitest';
import { type Browser, member, testWorld, whole } from '../../testing.ts';

const ID = '0198c0de-0000-7000-8000-000000000001';
const HEADER =
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT';

/** A file as Todoist writes it. */
function file(...lines: string[]): string {
  return `\ufeff${[HEADER, ...lines].join('\r\n')}\r\n`;
}

/** A row of a task with a date. */
function dated(date: string, language = 'en'): string {
  return `task,Bins,,4,1,Ana (1),,"${date}",${language},Europe/Berlin,,`;
}

async function previewed({ call }: Browser, table: string) {
  return call.sheet.preview({ kind: 'todoist', table });
}

async function imported(browser: Browser, table: string, id = ID) {
  const { count } = await previewed(browser, table);
  return browser.call.sheet.import({ kind: 'todoist', table, id, count });
}

/** 2031-01-01 is a Wednesday. */
async function ana() {
  const world = testWorld(undefined, { firstDay: '2031-01-01', areCommitsSteady: true });
  const browser = await world.person('Ana', 'Manager');
  return { world, ana: browser };
}

test('a project comes with its sections, parts, comments, priorities and people', async () => {
  const { world, ana: boss } = await ana();
  await member(world, boss, 'Ben');
  const table = file(
    'meta,view_style=list,,,,,,,,,,',
    ',,,,,,,,,,,',
    'task,Pay the rent,From the house account,1,1,Ana (1),,every month on the 1st,en,,,',
    'note,"Account 12, not 34",,,,Ana (1),,,,,,',
    'section,Garden,,,,,,,,,,',
    'task,* Spring,,4,1,Ana (1),,,,,,',
    'task,Cut the hedge,,4,2,Ana (1),Ben (2),2031-03-05,en,,,',
    'task,Sharpen the shears,,3,3,Ana (1),Zoe (3),Mar 4 at 5pm,en,,,',
    'task,Water the plants,,4,1,Ana (1),,every! 3 days,en,,,',
  );
  const { count, refused, ignored } = await previewed(boss, table);
  expect([count, refused]).toEqual([5, []]);
  expect(ignored).toEqual(['AUTHOR', 'TIMEZONE', 'DURATION', 'DURATION_UNIT']);
  expect(await imported(boss, table)).toEqual({ count: 5 });
  const tasks = await whole(boss.call.manager.tasks, { view: 'all' });
  const byTitle = Object.fromEntries(tasks.map(task => [task.title, task]));
  const noon = (day: string) => `${day}T12:00:00.000Z`;
  expect(byTitle).toMatchObject({
    'Pay the rent': {
      text: 'From the house account\nAccount 12, not 34\nPriority: 1',
      dueDate: noon('2031-01-01'),
      recurrenceType: 'monthly',
    },
    Spring: {
      text: 'Section: Garden',
      dueDate: noon('2031-01-01'),
      recurrenceType: 'none',
      completed: false,
    },
    'Cut the hedge': {
      text: 'Section: Garden\nPart of: Spring',
      dueDate: noon('2031-03-05'),
      assignees: [{ username: 'Ben' }],
    },
    'Sharpen the shears': {
      text: 'Section: Garden\nPart of: Cut the hedge\nPriority: 3\nResponsible: Zoe',
      dueDate: noon('2031-03-04'),
      dueTime: '17:00',
      assignees: [],
    },
    'Water the plants': {
      text: 'Section: Garden',
      recurrenceType: 'interval',
      recurrenceInterval: 3,
      recurrenceFrom: 'done',
    },
  });
});

test.each([
  ['', '2031-01-01', {}],
  ['tomorrow at 9:00', '2031-01-02', { dueTime: '09:00' }],
  ['Nov 20 2032', '2032-11-20', {}],
  ['20 Nov', '2031-11-20', {}],
  ['2031-02-03 17:30', '2031-02-03', { dueTime: '17:30' }],
  ['2031-02-03T17:30:00', '2031-02-03', { dueTime: '17:30' }],
  ['2029-02-03', '2029-02-03', {}],
  ['every day', '2031-01-01', { recurrenceType: 'daily' }],
  ['ev mon, fri', '2031-01-03', { recurrenceType: 'weekdays', recurrenceDays: [1, 5] }],
  ['every workday at 8am', '2031-01-01', { recurrenceType: 'weekdays', dueTime: '08:00' }],
  ['every other week starting jan 6', '2031-01-06', { recurrenceType: 'weekly', recurrenceEvery: 2 }],
  ['every last day of the month', '2031-01-31', { recurrenceType: 'monthly', recurrenceAnchor: 31 }],
  ['every dec 24', '2031-12-24', { recurrenceType: 'yearly' }],
  [
    'every day until feb 1',
    '2031-01-01',
    { recurrenceType: 'daily', recurrenceEndDate: '2031-02-01T12:00:00.000Z' },
  ],
])('the date "%s" is read', async (date, day, rule) => {
  const { ana: boss } = await ana();
  const { tasks, refused } = await previewed(boss, file(dated(date)));
  expect(refused).toEqual([]);
  expect(tasks).toMatchObject([{ input: { title: 'Bins', dueDate: `${day}T12:00:00.000Z`, ...rule } }]);
});

test.each([
  ['every 3rd friday', 'en', 'The date "every 3rd friday" cannot be read'],
  ['every hour', 'en', 'The date "every hour" cannot be read'],
  ['31 feb', 'en', 'The date "31 feb" cannot be read'],
  ['whenever', 'en', 'The date "whenever" cannot be read'],
  ['1'.padEnd(201, ' 1'), 'en', 'The date has more than 200 characters'],
  ['jeden Tag', 'de', 'The date "jeden Tag" is not in English. Write it as 2026-03-05'],
])('the date "%s" is refused with its row', async (date, language, reason) => {
  const { ana: boss } = await ana();
  const { count, refused } = await previewed(boss, file(dated('today'), dated(date, language)));
  expect([count, refused]).toEqual([1, [{ line: 3, reason }]]);
});

test('a date in digits is read in every language', async () => {
  const { ana: boss } = await ana();
  const { count } = await previewed(boss, file(dated('2031-03-05', 'de')));
  expect(count).toBe(1);
});

test('rows that are no task, and texts that are too long, are refused in the order of the file', async () => {
  const { ana: boss } = await ana();
  const table = file(
    'note,alone,,,,,,,,,,',
    `task,${'x'.repeat(201)},,4,1,,,,,,,`,
    'task,,,4,1,,,,,,,',
    'filter,p1,,,,,,,,,,',
    'task,a,b,4,1,,,,,,,,,one more',
  );
  const { count, refused } = await previewed(boss, table);
  expect(count).toBe(0);
  expect(refused).toEqual([
    { line: 2, reason: 'A comment needs a task above it' },
    { line: 3, reason: 'Title is too long: at most 200' },
    { line: 4, reason: 'Title is required' },
    { line: 5, reason: 'Type must be task, section or note' },
    { line: 6, reason: expect.stringContaining('more cells than columns') },
  ]);
  const none = previewed(boss, 'Title,Due Date\nBins,2031-01-01');
  await expect(none).rejects.toThrow('Missing columns: TYPE, CONTENT. Add them to the header row.');
});

describe('undo of an import', () => {
  test('deletes all of it at once, and what is deleted can be restored', async () => {
    const { world, ana: boss } = await ana();
    await boss.call.task.create({ title: 'Kept', dueDate: '2031-01-01' });
    const lines = Array.from({ length: 25 }, (_, n) => dated(n % 2 ? 'today' : 'every day'));
    expect(await imported(boss, file(...lines))).toEqual({ count: 25 });
    const before = await whole(boss.call.manager.tasks, { view: 'all' });
    const [done, gone] = before.filter(task => task.title === 'Bins');
    await boss.call.task.update({ id: done?.id ?? '', completed: true });
    await boss.call.task.delete({ id: gone?.id ?? '' });
    expect(await boss.call.sheet.undo({ id: ID })).toEqual({ count: 25 });
    const left = await whole(boss.call.manager.tasks, { view: 'all' });
    expect(left.map(task => task.title)).toEqual(['Kept']);
    expect((await boss.call.task.deleted({})).items).not.toEqual([]);
    await boss.call.task.restore({ id: done?.id ?? '' });

    expect(await boss.call.sheet.undo({ id: ID })).toEqual({ count: 25 });
    expect(await imported(boss, file(...lines))).toEqual({ count: 25 });
    expect(await whole(boss.call.manager.tasks, { view: 'all' })).toHaveLength(2);
    expect(world.imports.running()).toEqual([]);
  });

  test('works for items, and passes over what others have deleted since', async () => {
    const { world, ana: boss } = await ana();
    const ben = await member(world, boss, 'Ben');
    const table = 'name\nMilk\nTea';
    await boss.call.sheet.import({ kind: 'groceries', table, id: ID, count: 2 });
    const [item] = await ben.call.grocery.list();
    await ben.call.grocery.delete({ id: item?.id ?? '' });
    expect(await boss.call.sheet.undo({ id: ID })).toEqual({ count: 2 });
    expect(await ben.call.grocery.list()).toEqual([]);
  });

  test('is for the person who imported, and not for an import from before rows were kept', async () => {
    const { world, ana: boss } = await ana();
    const ben = await member(world, boss, 'Ben');
    await imported(boss, file(dated('today')));
    const missing = { code: 'NOT_FOUND', message: 'Import not found' };
    await expect(ben.call.sheet.undo({ id: ID })).rejects.toMatchObject(missing);
    await expect(boss.call.sheet.undo({ id: 'another' })).rejects.toMatchObject(missing);
    world.db.$client.exec('update sheet_import set rows = null');
    await expect(boss.call.sheet.undo({ id: ID })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await whole(boss.call.task.list, { view: 'all' })).toHaveLength(1);
  });
});
