import { expect, test } from 'vitest';
import { member, testWorld, whole } from '../../../testing.ts';
import { plainText } from './plain-text.ts';

const ID = '0198c0de-0000-7000-8000-000000000003';
const NEVER = '0001-01-01T00:00:00Z';

/** A task as Vikunja writes it, with everything that says nothing. */
function written(more: Record<string, unknown> = {}) {
  return {
    id: 1,
    title: 'Bins',
    description: '',
    done: false,
    done_at: NEVER,
    due_date: NEVER,
    reminders: null,
    project_id: 1,
    repeat_after: 0,
    repeat_mode: 0,
    priority: 0,
    start_date: NEVER,
    end_date: NEVER,
    assignees: null,
    labels: null,
    percent_done: 0,
    related_tasks: {},
    attachments: null,
    comments: null,
    created_by: { id: 1, name: '', username: 'ana' },
    ...more,
  };
}

function file(...tasks: unknown[]): string {
  return JSON.stringify([
    { id: 1, title: 'House', description: '', tasks, buckets: null },
    { id: 2, title: 'Empty', tasks: null },
  ]);
}

/** 2031-01-01 is a Wednesday. */
async function ana(timeZone = 'Europe/Berlin') {
  const world = testWorld(undefined, { firstDay: '2031-01-01', areCommitsSteady: true });
  return { world, ana: await world.person('Ana', 'Manager', { timeZone }) };
}

async function previewed(table: string, timeZone?: string) {
  return (await ana(timeZone)).ana.call.sheet.preview({ kind: 'vikunja', table });
}

/** The only task of an export as the preview has it. */
async function one(more: Record<string, unknown>, timeZone?: string) {
  const { tasks, refused, partly } = await previewed(file(written(more)), timeZone);
  expect(refused).toEqual([]);
  const { dueDate = '', ...input } = tasks[0]?.input ?? {};
  return {
    ...input,
    day: dueDate.slice(0, 10),
    done: tasks[0]?.done,
    partly: partly.map(({ reason }) => reason),
  };
}

test('an export comes with its projects, labels, comments, priorities and people', async () => {
  const { world, ana: boss } = await ana();
  await member(world, boss, 'Ben');
  const table = file(
    written({
      title: ' Pay the rent ',
      description: '<p>From the <b>house</b> account</p><p>Not the other</p>',
      priority: 4,
      percent_done: 0.5,
      labels: [
        { id: 1, title: 'money' },
        { id: 2, title: 'home' },
      ],
      assignees: [
        { id: 2, name: 'Ben', username: 'benny' },
        { id: 3, name: '', username: 'zoe' },
      ],
      comments: [{ id: 1, comment: '<p>Account 12</p>', author: { id: 2, name: '', username: 'ben' } }],
      attachments: [{ id: 1, file: { id: 1, name: 'lease.pdf' } }],
      related_tasks: { parenttask: [{ title: 'Move house' }], subtask: [{ title: 'Call' }] },
      start_date: '2031-01-02T23:30:00Z',
      reminders: [{ reminder: '2031-01-04T08:00:00+01:00', relative_period: 0, relative_to: '' }],
    }),
    written({ title: 'Old', done: true, due_date: '2030-03-05T11:00:00Z', repeat_after: 86_400 }),
  );
  const preview = await boss.call.sheet.preview({ kind: 'vikunja', table });
  expect([preview.count, preview.refused]).toEqual([2, []]);
  expect(preview.partly).toEqual([{ line: 1, reason: 'Not taken over: the file lease.pdf' }]);
  expect(await boss.call.sheet.import({ kind: 'vikunja', table, id: ID, count: 2 })).toEqual({ count: 2 });
  const tasks = await whole(boss.call.manager.tasks, { view: 'all' });
  const byTitle = Object.fromEntries(tasks.map(task => [task.title, task]));
  expect(byTitle['Pay the rent']).toMatchObject({
    text: [
      'From the house account',
      'Not the other',
      'ben: Account 12',
      'Project: House',
      'Part of: Move house',
      'Labels: money, home',
      'Priority: 4 of 5',
      'Assigned to: zoe',
      'Starts: 2031-01-03 00:30',
      'Reminders: 2031-01-04 08:00',
      'Done: 50%',
      'Not taken over: the file lease.pdf',
    ].join('\n'),
    dueDate: '2031-01-01T12:00:00.000Z',
    assignees: [{ username: 'Ben' }],
  });
  expect(byTitle.Old).toMatchObject({ completed: true, recurrenceType: 'none' });
});

test.each([
  ['2031-03-05T08:30:00Z', 'Europe/Berlin', '2031-03-05', '09:30'],
  ['2031-03-05T23:30:00Z', 'Europe/Berlin', '2031-03-06', '00:30'],
  ['2031-03-05T08:30:00-05:00', 'Europe/Berlin', '2031-03-05', '14:30'],
  ['2031-03-04T23:00:00Z', 'Europe/Berlin', '2031-03-05', null],
  ['2031-03-05T00:00:00.123Z', 'America/New_York', '2031-03-04', '19:00'],
  [NEVER, 'America/New_York', '2031-01-01', null],
])('due %s in %s is %s at %s', async (due_date, zone, day, dueTime) => {
  expect(await one({ due_date }, zone)).toMatchObject({ day, dueTime, text: 'Project: House' });
});

test.each([
  [0, 0, { recurrenceType: 'none' }],
  [86_400, 0, { recurrenceType: 'daily', recurrenceFrom: 'due' }],
  [3 * 86_400, 0, { recurrenceType: 'interval', recurrenceInterval: 3 }],
  [14 * 86_400, 0, { recurrenceType: 'weekly', recurrenceEvery: 2 }],
  [14 * 86_400, 2, { recurrenceType: 'weekly', recurrenceEvery: 2, recurrenceFrom: 'done' }],
  [5 * 86_400, 2, { recurrenceType: 'interval', recurrenceInterval: 5, recurrenceFrom: 'done' }],
  [0, 1, { recurrenceType: 'monthly' }],
  [12_345, 1, { recurrenceType: 'monthly' }],
])('every %d seconds in mode %d', async (repeat_after, repeat_mode, rule) => {
  const read = await one({ due_date: '2031-03-05T11:00:00Z', repeat_after, repeat_mode });
  expect(read).toMatchObject({ ...rule, day: '2031-03-05', partly: [] });
});

test('a rule that is no number of days is named', async () => {
  expect(await one({ repeat_after: 6 * 3_600 })).toMatchObject({
    recurrenceType: 'none',
    text: 'Project: House\nNot taken over: repeats every 6 hours',
    partly: ['Not taken over: repeats every 6 hours'],
  });
});

test('a task that cannot be read is refused alone, with its number and the reason', async () => {
  const table = file(
    written({ title: '' }),
    written({ due_date: 'tomorrow' }),
    written({ labels: 7 }),
    'Bins',
    written({ title: 'x'.repeat(1_000) }),
    written({ description: 'x'.repeat(20_000) }),
    written(),
  );
  const { count, refused } = await previewed(table);
  expect(count).toBe(1);
  expect(refused).toEqual([
    { line: 1, reason: 'Title is required' },
    { line: 2, reason: 'due_date is no date' },
    { line: 3, reason: 'This task cannot be read: labels is not as Vikunja writes it' },
    { line: 4, reason: 'This task cannot be read: it is not as Vikunja writes it' },
    { line: 5, reason: expect.stringMatching(/^Title .*at most/) },
    { line: 6, reason: expect.stringMatching(/20,?000 characters/) },
  ]);
});

test('projects in namespaces, as older versions wrote them, are read too', async () => {
  const table = JSON.stringify([{ title: 'Home', projects: [{ title: 'House', tasks: [written()] }] }]);
  const { tasks } = await previewed(table);
  expect(tasks.map(({ input }) => [input.title, input.text])).toEqual([['Bins', 'Project: House']]);
});

test.each([['Milk'], ['{}'], ['[1]'], ['[{"tasks":{}}]'], ['']])('%j is no export', async table => {
  await expect(previewed(table)).rejects.toThrow('This is no data.json of an export of Vikunja');
});

test('an export of more tasks than an import may have is refused with the number', async () => {
  const table = JSON.stringify([
    { title: 'House', tasks: Array.from({ length: 501 }, () => ({ title: 'Bins' })) },
  ]);
  await expect(previewed(table)).rejects.toThrow('The export has 501 tasks. Import up to 500 at a time.');
});

test.each([
  ['plain & simple\n\n  - [ ] as it is <3', 'plain & simple\n\n  - [ ] as it is <3'],
  ['one &lt; two\n\n\n\nthree', 'one &lt; two\n\n\n\nthree'],
  ['<p>One</p><p>Two &amp; three<br>four</p>', 'One\nTwo & three\nfour'],
  ['<ul><li><p>Milk</p></li><li>Bread</li></ul>after', '- Milk\n- Bread\nafter'],
  [
    '<ul data-type="taskList"><li data-checked="true"><label><input type="checkbox"></label><div><p>Done</p></div></li><li data-checked="false"><div><p>Open</p></div></li></ul>',
    '- [x] Done\n- [ ] Open',
  ],
  [
    '<a href="https://example.com">Page</a> <a href="https://example.com">https://example.com</a>',
    'Page (https://example.com) https://example.com',
  ],
  ['<p>x</p><script>alert(1)</script>', 'x\nalert(1)'],
  ['<p>unclosed <b>words', 'unclosed words'],
])('%j as plain text', (html, text) => {
  expect(plainText(html)).toBe(text);
});

test('the worst text of the length that is allowed is read in a moment', () => {
  const texts = [
    '<a'.repeat(10_000),
    '<p>'.repeat(6_000),
    '<a href='.repeat(2_500),
    `<p>${' \n'.repeat(10_000)}`,
  ];
  expect(texts.map(text => plainText(text).length).every(length => length <= 20_000)).toBe(true);
});
