import { describe, expect, test } from 'vitest';
import { member, testWorld, whole } from '../../../testing.ts';

const ID = '0198c0de-0000-7000-8000-000000000002';

function calendar(...parts: string[][]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts.flat(), 'END:VCALENDAR', ''].join('\r\n');
}

function event(...lines: string[]): string[] {
  return ['BEGIN:VEVENT', 'SUMMARY:Bins', ...lines, 'END:VEVENT'];
}

function todo(...lines: string[]): string[] {
  return ['BEGIN:VTODO', 'SUMMARY:Bins', ...lines, 'END:VTODO'];
}

/** 2031-01-01 is a Wednesday. */
async function ana(timeZone = 'Europe/Berlin') {
  const world = testWorld(undefined, { firstDay: '2031-01-01', areCommitsSteady: true });
  return { world, ana: await world.person('Ana', 'Manager', { timeZone }) };
}

async function previewed(table: string, timeZone?: string) {
  return (await ana(timeZone)).ana.call.sheet.preview({ kind: 'ics', table });
}

/** The only entry of a calendar as the preview has it. */
async function one(part: string[], timeZone?: string) {
  const { tasks, refused, partly } = await previewed(calendar(part), timeZone);
  expect(refused).toEqual([]);
  expect(tasks).toHaveLength(1);
  const { dueDate = '', ...input } = tasks[0]?.input ?? {};
  return {
    ...input,
    day: dueDate.slice(0, 10),
    done: tasks[0]?.done,
    partly: partly.map(({ reason }) => reason),
  };
}

test('what has no field goes into the description, unfolded and unescaped', async () => {
  const part = event(
    'DTSTART;VALUE=DATE:20310305',
    'DTEND;VALUE=DATE:20310308',
    'DESCRIPTION:First\\, second\\; third\\nand a long line that goes',
    '  on in the next',
    'LOCATION:Cellar',
    'CATEGORIES:home,garden',
    'BEGIN:VALARM',
    'TRIGGER:-PT15M',
    'END:VALARM',
  );
  expect(await one(part)).toMatchObject({
    title: 'Bins',
    day: '2031-03-05',
    dueTime: null,
    text: 'First, second; third\nand a long line that goes on in the next\nEnds: 2031-03-07\nPlace: Cellar\nCategories: home, garden',
    done: false,
  });
});

test.each([
  ['DTSTART:20310305T083000', '2031-03-05', '08:30'],
  ['DTSTART:20310305T233000Z', '2031-03-06', '00:30'],
  ['DTSTART;TZID=America/New_York:20310305T083000', '2031-03-05', '14:30'],
  ['DTSTART;TZID=Europe/Berlin:20310705T083000', '2031-07-05', '08:30'],
  ['DTSTART;VALUE=DATE:20310305', '2031-03-05', null],
  ['DTSTART:20310305', '2031-03-05', null],
])('%s is %s at %s in Berlin', async (line, day, dueTime) => {
  expect(await one(event(line))).toMatchObject({ day, dueTime, text: '' });
});

test('a zone that is not known is named, and its time is taken as it is written', async () => {
  const read = await one(event('DTSTART;TZID=Our own zone:20310305T083000'));
  expect(read).toMatchObject({ day: '2031-03-05', dueTime: '08:30', text: 'Time zone: Our own zone' });
});

test('an end and a duration are kept in words', async () => {
  const timed = await one(event('DTSTART:20310305T083000', 'DTEND:20310305T100000'));
  expect(timed.text).toBe('Ends: 2031-03-05 10:00');
  expect((await one(event('DTSTART:20310305T083000', 'DURATION:PT1H30M'))).text).toBe('Duration: PT1H30M');
  expect((await one(event('DTSTART;VALUE=DATE:20310305', 'DTEND;VALUE=DATE:20310306'))).text).toBe('');
});

test.each([
  [[], '2031-01-01', false],
  [['DUE;VALUE=DATE:20310305'], '2031-03-05', false],
  [['DTSTART;VALUE=DATE:20310305'], '2031-03-05', false],
  [['DUE;VALUE=DATE:20200305'], '2020-03-05', false],
  [['STATUS:COMPLETED'], '2031-01-01', true],
  [['COMPLETED:20200305T083000Z'], '2031-01-01', true],
  [['PERCENT-COMPLETE:100'], '2031-01-01', true],
])('a to-do with %j is due on %s, done: %s', async (lines, day, done) => {
  expect(await one(todo(...lines))).toMatchObject({ day, done });
});

test('an event of the past is done, and a series of the past goes on', async () => {
  expect(await one(event('DTSTART;VALUE=DATE:20201231'))).toMatchObject({ day: '2020-12-31', done: true });
  const series = await one(event('DTSTART;VALUE=DATE:20200102', 'RRULE:FREQ=WEEKLY'));
  expect(series).toMatchObject({ day: '2031-01-02', done: false, recurrenceType: 'weekly' });
  const over = await one(event('DTSTART;VALUE=DATE:20200102', 'RRULE:FREQ=WEEKLY;COUNT=3'));
  expect(over).toMatchObject({ day: '2020-01-02', done: true, recurrenceType: 'none' });
});

test.each([
  ['FREQ=DAILY', { recurrenceType: 'daily' }],
  ['FREQ=DAILY;INTERVAL=3', { recurrenceType: 'interval', recurrenceInterval: 3 }],
  ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', { recurrenceType: 'weekdays', recurrenceDays: [1, 2, 3, 4, 5] }],
  ['FREQ=WEEKLY;INTERVAL=2', { recurrenceType: 'weekly', recurrenceEvery: 2 }],
  ['FREQ=WEEKLY;BYDAY=WE', { recurrenceType: 'weekly' }],
  ['FREQ=WEEKLY;BYDAY=WE,SA', { recurrenceType: 'weekdays', recurrenceDays: [3, 6] }],
  ['FREQ=MONTHLY', { recurrenceType: 'monthly', recurrenceAnchor: 5 }],
  ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5', { recurrenceType: 'yearly' }],
  ['FREQ=DAILY;COUNT=3', { recurrenceEndDate: '2031-03-07T12:00:00.000Z' }],
  ['FREQ=DAILY;UNTIL=20310401', { recurrenceEndDate: '2031-04-01T12:00:00.000Z' }],
])('%s is a recurrence', async (rule, fields) => {
  // A Wednesday.
  const read = await one(event('DTSTART;VALUE=DATE:20310305', `RRULE:${rule}`));
  expect(read).toMatchObject({ ...fields, partly: [] });
});

test.each([
  'FREQ=MONTHLY;BYDAY=1WE',
  'FREQ=HOURLY',
  'FREQ=WEEKLY;BYDAY=MO',
  'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=WE,SU',
  'FREQ=YEARLY;BYMONTH=4',
  'FREQ=DAILY;COUNT=100000',
])('%s is not taken over, and the preview says so', async rule => {
  const read = await one(event('DTSTART;VALUE=DATE:20310305', `RRULE:${rule}`));
  expect(read).toMatchObject({ day: '2031-03-05', recurrenceType: 'none' });
  expect(read.partly).toEqual([expect.stringMatching(/^Not taken over: RRULE FREQ=/)]);
  expect(read.text).toBe(read.partly[0]);
});

test('the first dates of a series that are left out are passed over, later ones are named', async () => {
  const dates = 'EXDATE;VALUE=DATE:20310305,20310306,20310309';
  const read = await one(event('DTSTART;VALUE=DATE:20310305', 'RRULE:FREQ=DAILY', dates));
  expect(read).toMatchObject({ day: '2031-03-07', partly: ['Not taken over: EXDATE 2031-03-09'] });
});

test('a changed date of a series is a task of its own, a cancelled one is none', async () => {
  const table = calendar(
    event('UID:s', 'DTSTART;VALUE=DATE:20310305', 'RRULE:FREQ=DAILY'),
    event('UID:s', 'RECURRENCE-ID;VALUE=DATE:20310305', 'DTSTART;VALUE=DATE:20310310'),
    event('UID:s', 'RECURRENCE-ID;VALUE=DATE:20310306', 'DTSTART;VALUE=DATE:20310306', 'STATUS:CANCELLED'),
  );
  const { tasks, refused } = await previewed(table);
  expect(tasks.map(({ input }) => input.dueDate.slice(0, 10))).toEqual(['2031-03-07', '2031-03-10']);
  expect(refused).toEqual([{ line: 15, reason: 'STATUS is CANCELLED' }]);
});

test('parts within parts, however deep, are left out', async () => {
  const within = [...Array<string>(1_000).fill('BEGIN:X'), ...Array<string>(1_000).fill('END:X')];
  const read = await one(event('DTSTART:20310305T083000', ...within));
  expect(read).toMatchObject({ title: 'Bins', text: '', day: '2031-03-05' });
});

test('a line that fills the file refuses its event, and the others are read', async () => {
  const long = event(`DESCRIPTION:${'x'.repeat(190_000)}`);
  const { count, refused } = await previewed(calendar(long, event('DTSTART:20310305T083000')));
  expect([count, refused.map(({ line }) => line)]).toEqual([1, [3]]);
});

describe('each refusal has its line and names the property', () => {
  test.each([
    [event(), 'DTSTART is required'],
    [event('DTSTART:2031'), 'DTSTART is no date'],
    [event('DTSTART;TZID=Asia/Tokyo:00010101T000000'), 'DTSTART is no date'],
    [
      event('DTSTART:20310305', 'RRULE:FREQ=DAILY', `EXDATE:${Array<string>(201).fill('20310305').join()}`),
      'EXDATE has more than 200 dates',
    ],
    [event('DTSTART;VALUE=DATE:20310230'), 'DTSTART is no date'],
    [event('DTSTART:20310305T250000'), 'DTSTART is no date'],
    [['BEGIN:VEVENT', 'DTSTART:20310305T083000', 'END:VEVENT'], 'Title is required'],
    [['BEGIN:VJOURNAL', 'SUMMARY:x', 'END:VJOURNAL'], 'VJOURNAL is not imported'],
    [event('DTSTART:20310305T083000', 'no colon'), /^This entry cannot be read: .*no colon/],
    [event(`DESCRIPTION:${'x'.repeat(6_000)}`, 'DTSTART:20310305T083000'), /^Description/],
    [event(`DESCRIPTION:${'x'.repeat(20_000)}`), /20,000 characters/],
  ])('%#', async (part, reason) => {
    const { count, refused } = await previewed(calendar(part));
    expect(count).toBe(0);
    const said = typeof reason === 'string' ? reason : expect.stringMatching(reason);
    expect(refused).toEqual([{ line: 3, reason: said }]);
  });

  test.each([
    ['Title,Due Date\nBins,2031-01-01', 'This is no calendar file: it does not begin with BEGIN:VCALENDAR'],
    ['', 'This is no calendar file: it does not begin with BEGIN:VCALENDAR'],
    ['BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n', 'Line 3: END:VEVENT is missing'],
    ['BEGIN:VCALENDAR\r\nEND:VEVENT\r\n', 'Line 2: nothing ends with END:VEVENT'],
    [
      calendar(...Array.from({ length: 501 }, () => event())),
      'The calendar has more than 500 events and to-dos. Import up to 500 at a time.',
    ],
  ])('%#, the whole file', async (table, message) => {
    await expect(previewed(table)).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
  });
});

test('a calendar is imported once, and taken back as a whole', async () => {
  const { world, ana: boss } = await ana();
  const ben = await member(world, boss, 'Ben');
  const parts = Array.from({ length: 25 }, () => event('DTSTART;VALUE=DATE:20310305', 'RRULE:FREQ=WEEKLY'));
  const input = { kind: 'ics' as const, table: calendar(...parts), id: ID, count: 25 };
  expect(await boss.call.sheet.import(input)).toEqual({ count: 25 });
  expect(await boss.call.sheet.import(input)).toEqual({ count: 25 });
  expect(await whole(boss.call.manager.tasks, { view: 'all' })).toHaveLength(25);
  await expect(ben.call.sheet.undo({ id: ID })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await boss.call.sheet.undo({ id: ID });
  expect(await whole(boss.call.manager.tasks, { view: 'all' })).toEqual([]);
});
