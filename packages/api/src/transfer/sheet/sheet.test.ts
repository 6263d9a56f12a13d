import { describe, expect, test } from 'vitest';
import { type Browser, idOf, member, testWorld, ticksOf, whole } from '../../testing.ts';

const ID = '0198c0de-0000-7000-8000-000000000001';

type Kind = 'tasks' | 'groceries';

async function previewed({ call }: Browser, kind: Kind, text: string) {
  return call.sheet.preview({ kind, table: text });
}

/** As the screen does it: what was previewed is imported. */
async function imported(browser: Browser, kind: Kind, text: string, id = ID) {
  const { count } = await previewed(browser, kind, text);
  return browser.call.sheet.import({ kind, table: text, id, count });
}

async function household() {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const ben = await member(world, ana, 'Ben');
  const cleo = await member(world, ana, 'Cleo');
  return { world, ana, ben, cleo };
}

describe('a table of tasks', () => {
  test('can have times and every rule of a series', async () => {
    const { ana } = await household();
    const lines = [
      'Title,Due,Time,Repeats,Weekdays,Every,Recurrence from',
      'Bins,2031-01-01,07:30,weekdays,Thursday; 1,2,done',
      'Tax,2031-01-02,,yearly,,,',
      'Desk,2031-01-01,,weekdays,someday,,',
      'Call,2031-01-01,7:30,,,,',
    ];
    const { refused } = await previewed(ana, 'tasks', lines.join('\n'));
    expect(refused).toMatchObject([
      { line: 4, reason: 'Recurrence days must be weekdays from 1 (Monday) to 7 (Sunday)' },
      { line: 5, reason: 'Due time must be HH:MM, from 00:00 to 23:59' },
    ]);
    await imported(ana, 'tasks', lines.slice(0, 3).join('\n'));
    expect(await whole(ana.call.manager.tasks, { view: 'all' })).toMatchObject([
      { dueTime: '07:30', recurrenceType: 'weekdays', recurrenceDays: [1, 4], recurrenceEvery: 2 },
      {
        dueTime: null,
        recurrenceType: 'yearly',
        recurrenceDays: [],
        recurrenceEvery: 1,
        recurrenceFrom: 'due',
      },
    ]);
  });

  const FULL = [
    'Title,Description,Due Date,Completed,Recurrence Type,Interval (days),Recurrence End Date,Assign to:',
    'Bins,"Blue, then ""green""",2026-03-05,no,weekly,,2026-12-31,Ben; cleo@example.com',
    'Plants,,03-06-2026,yes,Interval,3,,',
    'Desk,,2026-03-07T08:00:00Z,x,,,,',
  ].join('\r\n');

  test('becomes tasks as the form makes them', async () => {
    const { ana } = await household();
    const preview = await previewed(ana, 'tasks', `\ufeff${FULL}`);
    expect(preview).toMatchObject({ count: 3, items: [], refused: [], ignored: [] });
    expect(preview.tasks.map(one => [one.line, one.input.title, one.done])).toEqual([
      [2, 'Bins', false],
      [3, 'Plants', true],
      [4, 'Desk', true],
    ]);
    expect(preview.tasks[0]?.assignees.map(one => one.username)).toEqual(['Ben', 'Cleo']);
    expect(await whole(ana.call.manager.tasks, { view: 'all' })).toEqual([]);

    expect(await imported(ana, 'tasks', FULL)).toEqual({ count: 3 });
    const tasks = await whole(ana.call.manager.tasks, { view: 'all' });
    expect(tasks).toMatchObject([
      {
        title: 'Bins',
        text: 'Blue, then "green"',
        dueDate: '2026-03-05T12:00:00.000Z',
        recurrenceType: 'weekly',
        recurrenceEndDate: '2026-12-31T12:00:00.000Z',
        assignees: [{ username: 'Ben' }, { username: 'Cleo' }],
        completed: false,
      },
      { title: 'Plants', dueDate: '2026-03-06T12:00:00.000Z', recurrenceInterval: 3, completed: true },
      { title: 'Desk', dueDate: '2026-03-07T08:00:00.000Z', completed: true },
      // A repeating task that is done has its next occurrence.
      { title: 'Plants', completed: false },
    ]);
  });

  test('says of each line that cannot be imported where it is and why, and imports the others', async () => {
    const { ana } = await household();
    const text = [
      'due,goal,who,done,repeat,every x days,until,colour',
      '2026-03-05,Good,,,,,,red',
      ',No date,,,,,,',
      '2026-02-30,,,,,,,',
      '',
      '"2026-03-05","Two',
      'lines",Zoe,,,,,',
      '2026-03-05,Maybe,,maybe,,,,',
      '2026-03-05,Often,,,hourly,,,',
      '2026-03-05,Rarely,,,interval,0,,',
      '2026-03-05,Over,,,daily,,2026-03-01,',
      '2026-03-05,Bread, butter,,,,,,x',
      `2026-03-05,${'x'.repeat(201)},,,,,,`,
    ].join('\n');
    const { count, refused, ignored } = await previewed(ana, 'tasks', text);
    expect([count, ignored]).toEqual([1, ['colour']]);
    expect(refused.map(one => `${one.line} ${one.reason}`)).toEqual([
      '3 Due date is required',
      '4 Title is required',
      '4 Due date is invalid',
      '6 No member named "Zoe"',
      '8 Completed must be yes or no',
      '9 Recurrence type is not known',
      '10 Interval must be a whole number of days, at least 1',
      '11 Recurrence end date is before the due date',
      '12 No member named "butter"',
      '12 This row has more cells than columns. Put texts that contain the separator in quotes.',
      '13 Title is too long: at most 200',
    ]);
    expect(await imported(ana, 'tasks', text)).toEqual({ count: 1 });
    expect((await whole(ana.call.task.list, { view: 'all' })).map(one => one.title)).toEqual(['Good']);
  });

  test('assigns to people the caller may assign to, by a name that only one of them has', async () => {
    const { ana, ben } = await household();
    await ana.call.member.create({ username: 'cleo', email: 'other@example.com', password: 'secret' });
    const table = (who: string) => `title;due;who\nBins;2026-03-05;"${who}"`;
    const reasons = async (caller: Browser, who: string) =>
      (await previewed(caller, 'tasks', table(who))).refused.map(one => one.reason);
    expect(await reasons(ana, 'BEN@example.com;other@example.com;ana')).toEqual([]);
    expect(await reasons(ana, 'Cleo')).toEqual(['More than one is called "Cleo": write the email']);
    expect(await reasons(ben, 'ben')).toEqual([]);
    expect(await reasons(ben, 'Ana')).toEqual(['No member named "Ana"']);
    await ana.call.member.update({ id: await idOf(ben), active: false });
    expect(await reasons(ana, 'Ben')).toEqual(['No member named "Ben"']);
  });
});

describe('a table of groceries', () => {
  test('becomes items, ticked where they are bought', async () => {
    const { ana, ben } = await household();
    const text =
      'Product\tQty\tPrice\tBought\nMilk\t2\t$1.39\t\nBread\t\t3,20\tyes\n\t1\t1\t\nEggs\tten\t-1\t';
    const { count, items, refused } = await previewed(ana, 'groceries', text);
    expect(count).toBe(2);
    expect(items.map(one => [one.input.name, one.input.count, one.input.price, one.done])).toEqual([
      ['Milk', 2, 1.39, false],
      ['Bread', 1, 3.2, true],
    ]);
    expect(refused).toEqual([
      { line: 4, reason: 'Name is required' },
      { line: 5, reason: 'Count must be a whole number, at least 1' },
    ]);
    await imported(ana, 'groceries', text);
    expect(await ben.call.grocery.list()).toMatchObject([
      { name: 'Milk', count: 2, price: 1.39, purchased: false, addedBy: { username: 'Ana' } },
      { name: 'Bread', count: 1, price: 3.2, purchased: true },
    ]);
  });
});

describe('an import', () => {
  const TEXT = 'name,price\nMilk,1\nBread,2';

  test('is told to the household once it is done', async () => {
    const { world, ana, ben } = await household();
    const told = await ticksOf(world, { ana, ben }, 'chat', () => imported(ana, 'groceries', TEXT));
    expect(told).toEqual({ ana: ['grocery'], ben: ['grocery'] });
  });

  test('sent again doubles nothing, also when some of it is gone; another id is another import', async () => {
    const { ana, ben } = await household();
    await imported(ana, 'groceries', TEXT);
    const [first] = await ana.call.grocery.list();
    await ana.call.grocery.delete({ id: first?.id ?? '' });
    expect(await imported(ana, 'groceries', TEXT)).toEqual({ count: 2 });
    expect(await ana.call.grocery.list()).toHaveLength(1);
    await imported(ana, 'groceries', TEXT, ID.replace(/1$/, '2'));
    expect(await ana.call.grocery.list()).toHaveLength(3);
    await expect(imported(ben, 'groceries', TEXT)).rejects.toThrow('Id is in use');
  });

  test('of tasks sent again leaves them as they have become', async () => {
    const { ana } = await household();
    const text = 'title,due,done\nBins,2026-03-05,yes';
    await imported(ana, 'tasks', text);
    const [task] = await whole(ana.call.task.list, { view: 'all' });
    await ana.call.task.update({ id: task?.id ?? '', completed: false });
    await imported(ana, 'tasks', text);
    expect(await whole(ana.call.task.list, { view: 'all' })).toMatchObject([
      { title: 'Bins', completed: false },
    ]);
  });

  test('sent again says what the first said, also when an assignee is gone now', async () => {
    const { ana, ben } = await household();
    const text = 'title,due,who\nBins,2026-03-05,Ben\nDesk,2026-03-05,';
    expect(await imported(ana, 'tasks', text)).toEqual({ count: 2 });
    await ana.call.member.update({ id: await idOf(ben), active: false });
    expect(await ana.call.sheet.import({ kind: 'tasks', table: text, id: ID, count: 2 })).toEqual({
      count: 2,
    });
    expect(await whole(ana.call.manager.tasks, { view: 'all' })).toHaveLength(2);
  });

  test('that is no longer what the preview has shown makes nothing', async () => {
    const { ana, ben } = await household();
    const text = 'title,due,who\nBins,2026-03-05,Ben\nDesk,2026-03-05,';
    const { count } = await previewed(ana, 'tasks', text);
    await ana.call.member.update({ id: await idOf(ben), active: false });
    await expect(ana.call.sheet.import({ kind: 'tasks', table: text, id: ID, count })).rejects.toThrow(
      'The data changed after the preview. Preview again.',
    );
    expect(await whole(ana.call.task.list, { view: 'all' })).toEqual([]);
  });

  test('needs something to import', async () => {
    const { ana } = await household();
    await expect(imported(ana, 'groceries', 'name\n')).rejects.toThrow('Nothing to import');
  });
});

test.each([
  ['groceries', '', 'Missing column: Name. Add it to the header row.'],
  ['tasks', 'a,b\n1,2', 'Missing columns: Title, Due Date. Add them to the header row.'],
  [
    'tasks',
    'title,due\nBins,2026-03-05\n"Open,2026-03-06\nDesk,2026-03-07',
    'Line 3: a quote is opened and never closed',
  ],
  ['groceries', `name\n${'Milk\n'.repeat(501)}`, 'The table has 501 rows. Import up to 500 at a time.'],
  ['groceries', `name\n${'x'.repeat(200_000)}`, 'Table is too long: at most 200000'],
] as const)('%s: what is no table says so: %#', async (kind, text, message) => {
  const { ana } = await household();
  await expect(previewed(ana, kind, text)).rejects.toThrow(message);
});

test.each([
  ['title;due;text\nBins;2026-03-05;"blue, green, and black"', 'semicolons'],
  ['title\tdue\ttext\nBins\t2026-03-05\tblue, green; black', 'tabs'],
  ['"Title","Due Date"\r"Bins","2026-03-05"', 'commas, and the line ends of an old Mac'],
  ['title,"due\ndate"\nBins,2026-03-05', 'a name of a column over two lines'],
  ['\n\n  \ntitle,due\nBins,2026-03-05\n\n', 'empty lines around'],
])('%j is read: %s', async text => {
  const { ana } = await household();
  const { tasks } = await previewed(ana, 'tasks', text);
  expect(tasks.map(one => one.input.title)).toEqual(['Bins']);
});

test('a table with very many columns, or a very long line, is refused by name', async () => {
  const { ana } = await household();
  await expect(previewed(ana, 'tasks', `title,due date${','.repeat(190_000)}\nx,2026-01-01`)).rejects.toThrow(
    /At most 100 columns in a table|it is longer than 40,000 characters/,
  );
  await expect(previewed(ana, 'tasks', `title,due date${',x'.repeat(99)}\nx,2026-01-01`)).rejects.toThrow(
    'At most 100 columns in a table. Remove some of them.',
  );
});

test('a preview writes nothing and waits for no other process that writes', async () => {
  const { world, ana } = await household();
  const written = world.commits.run;
  let writes = 0;
  Object.assign(world.commits, {
    run(write: () => unknown) {
      writes += 1;
      return written(write);
    },
  });
  expect(await previewed(ana, 'groceries', 'name\nMilk')).toMatchObject({ count: 1 });
  expect(writes).toBe(0);
});
