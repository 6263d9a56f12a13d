import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isDay } from '../dates/calendar.ts';
import { namesIn, readQuickEntry, type Span } from './entry.ts';
import { stillPlain } from './plain.ts';

/** A Wednesday. */
const TODAY = '2026-03-11';
const ANA = { id: '1', username: 'Ana' };
const BEN = { id: '2', username: 'ben kent' };
const CLEO = { id: '3', username: 'Cléo' };
const DAN = { id: '4', username: 'Dan' };
const DANIEL = { id: '5', username: 'Daniel' };
const DANA = { id: '6', username: 'Dana' };
const PEOPLE = [ANA, BEN, CLEO, DAN, DANIEL, DANA];

function read(text: string, changed: Partial<Parameters<typeof readQuickEntry>[1]> = {}) {
  const plain: string[] = [];
  const reader = {
    today: TODAY,
    order: 'mdy',
    people: PEOPLE,
    me: ANA.id,
    plain,
  } as const;
  return readQuickEntry(text, { ...reader, ...changed });
}

test('a name is found as a keyboard without its letters writes it', () => {
  const people = [{ id: 'l', username: 'Łukasz Weiß' }];
  for (const said of ['@lukasz', '@Łukasz', '@lukasz weiss', '@LukaszWeiß'])
    expect.soft(read(`bins ${said}`, { people }), said).toMatchObject({ title: 'bins', assignees: ['l'] });
});

test('a line has a title, date, recurrence and people', () => {
  expect(read('bins fri 5pm every week @ana')).toEqual({
    title: 'bins',
    day: '2026-03-13',
    dueTime: '17:00',
    recurrenceType: 'weekly',
    recurrenceInterval: 1,
    recurrenceDays: [],
    recurrenceEvery: 1,
    recurrenceFrom: 'due',
    recurrenceAnchor: null,
    endDay: null,
    assignees: ['1'],
    spans: [
      { kind: 'day', start: 5, end: 8, words: 'fri' },
      { kind: 'time', start: 9, end: 12, words: '5pm' },
      { kind: 'repeat', start: 13, end: 23, words: 'every week' },
      { kind: 'person', start: 24, end: 28, words: '@ana', person: ANA },
    ],
    strangers: [],
  });
});

test.each([
  ['every week until 12 june', TODAY, '2026-06-12'],
  ['until 12 june every week', TODAY, '2026-06-12'],
  ['daily till fri', TODAY, '2026-03-13'],
  ['every day until tomorrow', TODAY, '2026-03-12'],
  ['every day until 2026-05-01', TODAY, '2026-05-01'],
  ['every day til next month', TODAY, '2026-04-01'],
  // A recurrence counts from the first date.
  ['every week from 1 nov until 1 oct', '2026-11-01', '2027-10-01'],
  ['next mon every day until fri', '2026-03-16', '2026-03-20'],
])('"swim %s" begins on %s and ends on %s', (said, day, endDay) => {
  expect(read(`swim ${said}`)).toMatchObject({ title: 'swim', day, endDay });
});

test('an end date without a recurrence, or before the first date, is marked and stays title', () => {
  const spans = [{ kind: 'unknown', words: 'until fri' }];
  expect(read('stay until fri')).toMatchObject({ title: 'stay until fri', day: TODAY, endDay: null, spans });
  expect(read('next mon swim daily until 2026-03-14')).toMatchObject({
    title: 'swim until 2026-03-14',
    day: '2026-03-16',
    endDay: null,
    spans: [{ kind: 'day' }, { kind: 'repeat' }, { kind: 'unknown' }],
  });
  expect(read('wait till it rains daily')).toMatchObject({ title: 'wait till it rains', endDay: null });
});

test.each([
  ['@ana', [ANA]],
  ['@ANA', [ANA]],
  ['@an', [ANA]],
  ['@me', [ANA]],
  ['@ben', [BEN]],
  ['@be', [BEN]],
  ['@benkent', [BEN]],
  ['@Ben Kent', [BEN]],
  ['@ben ke', [BEN], 'bins ke'],
  ['@cleo', [CLEO]],
  ['@Cle\u0301o', [CLEO]],
  ['@dan', [DAN]],
  ['@dani', [DANIEL]],
  ['@dana, @dan', [DANA, DAN]],
  ['@ben @ana tomorrow @cleo', [BEN, ANA, CLEO]],
  ['@ana and @ana', [ANA], 'bins @ana and'],
  ['@da', [], 'bins @da'],
  ['@eve', [], 'bins @eve'],
  ['@', [], 'bins @'],
  ['@ ana', [], 'bins @ ana'],
  ['to ana@example.com', [], 'bins to ana@example.com'],
  ['@@ana', [], 'bins @@ana'],
] as const)('"bins %s" names %o', (said, people, title: string = 'bins') => {
  const { assignees, title: left } = read(`bins ${said}`);
  expect(assignees).toEqual(people.map(({ id }) => id));
  expect(left.replace(/,$/, '')).toBe(title);
});

test.each([
  ['@eve', [{ name: 'eve', isSeveral: false }]],
  ['(@Eve), fri', [{ name: 'Eve', isSeveral: false }]],
  [
    '@eve, @da @eve',
    [
      { name: 'eve', isSeveral: false },
      { name: 'da', isSeveral: true },
    ],
  ],
  ['@ana @ben kent @dan', []],
  ['@ana and @ana', []],
  ['@ @@ana @5pm ana@example.com', []],
] as const)('"bins %s" names, and no one or several are called so: %o', (said, strangers) => {
  expect(read(`bins ${said}`).strangers).toEqual(strangers);
});

test('the names of a line are the words after an @, each once', () => {
  expect(namesIn('bins @nobody, (@Ana) @5pm @NOBODY @ @@ben to ana@example.com')).toEqual(['NOBODY', 'Ana']);
});

test('a removed name is not reported as unknown, and without people there are no unknown names', () => {
  expect(read('ask @ana', { plain: ['@ana'] }).strangers).toEqual([]);
  expect(read('ask @eve', { people: [] }).strangers).toEqual([]);
});

test('without people, and for an ambiguous name, the @ stays title', () => {
  expect(read('bins @ana @me', { people: [] })).toMatchObject({ title: 'bins @ana @me', assignees: [] });
  expect(read('bins @me', { people: [BEN] })).toMatchObject({ title: 'bins @me', assignees: [] });
  const twins = [ANA, { id: '7', username: 'ana' }];
  expect(read('bins @ana', { people: twins })).toMatchObject({ title: 'bins @ana', assignees: [] });
});

test.each([
  ['call today about the trip tomorrow', 'call today about the trip', '2026-03-12'],
  ['buy sun cream fri', 'buy sun cream', '2026-03-13'],
  ['roast sun every week @ana', 'roast', '2026-03-15'],
  ['roast sun', 'roast', '2026-03-15'],
  ['roast sun!', 'roast!', '2026-03-15'],
  ['on sun roast', 'roast', '2026-03-15'],
  ['weekly report fri', 'weekly report', '2026-03-13'],
  ['go to market mar 12', 'go to market', '2026-03-12'],
  ['Tomorrow, buy milk', 'buy milk', '2026-03-12'],
  ['buy milk tomorrow, and eggs', 'buy milk, and eggs', '2026-03-12'],
  ['buy milk, tomorrow', 'buy milk', '2026-03-12'],
  ['milk - tomorrow', 'milk', '2026-03-12'],
  ['milk tomorrow.', 'milk.', '2026-03-12'],
  ['call (tomorrow) home', 'call () home', '2026-03-12'],
  ['  two  spaces\tfri ', 'two  spaces', '2026-03-13'],
  ['🚮 bins fri 🎉', '🚮 bins 🎉', '2026-03-13'],
  ['להוציא פח tomorrow', 'להוציא פח', '2026-03-12'],
  [`${'long '.repeat(60)}fri`, 'long '.repeat(60).trim(), '2026-03-13'],
  ['tomorrow    - go fri', 'tomorrow    - go', '2026-03-13'],
  ['fri every week', '', '2026-03-13'],
  ['', '', TODAY],
])('"%s" leaves the title "%s" and is due on %s', (text, title, day) => {
  expect(read(text)).toMatchObject({ title, day });
});

test('removed words are title, and the words that they hid count again', () => {
  expect(read('bins fri every week', { plain: ['fri'] })).toMatchObject({
    title: 'bins fri',
    day: TODAY,
    recurrenceType: 'weekly',
  });
  expect(read('mow Every  Fri', { plain: ['every fri'] })).toMatchObject({
    title: 'mow Every  Fri',
    spans: [],
  });
  expect(read('tomorrow sew sun', { plain: ['sun'] })).toMatchObject({ title: 'sew sun', day: '2026-03-12' });
  expect(read('ask @ana', { plain: ['@ana'] })).toMatchObject({ title: 'ask @ana', assignees: [] });
});

test('a removal lasts while its words are in the text', () => {
  expect(stillPlain('Bins  FRI now', ['bins fri', '@ana'])).toEqual(['bins fri']);
});

const SAID = [
  ...[
    'fri',
    'on sun',
    'next week',
    'sun',
    '24.12.',
    '3/12',
    'on the 1st',
    '1st',
    'dec',
    '24',
    'mon-fri',
    'tom',
  ],
  ...[
    'Every 3 days',
    'every mon and thu',
    'weekly',
    'every!',
    'every',
    'weekdays',
    'for 3 weeks',
    'last day of',
  ],
  ...[
    'until 1 june',
    'until',
    '@ben',
    '@me',
    'at 5pm',
    '17:00',
    'noon',
    'morning',
    '25:00',
    'and',
    'or',
    'except',
  ],
  ...['end of month', 'yearly', 'monthly'],
];
const PIECES = [
  ...SAID,
  'cream',
  '__proto__',
  'constructor',
  ',',
  '-',
  '!',
  '(',
  '👨‍👩‍👧',
  'שלום',
  '  ',
  '\n',
  '@',
  'e\u0301',
];
/** Any code point, also half of a surrogate pair. The unit 'binary' of fast-check takes seconds to list them all. */
const anyCodePoint = fc.integer({ min: 0, max: 0x10ffff }).map(code => String.fromCodePoint(code));
const anyText = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 300 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map(pieces => pieces.join(' ')),
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: anyCodePoint })), { maxLength: 25 })
    .map(all => all.join('')),
);

/** What becomes title: everything but the understood parts. */
function withoutParts(text: string, spans: readonly Span[]): string {
  let [at, title] = [0, ''];
  for (const { start, end, kind } of spans) {
    expect(start).toBeGreaterThanOrEqual(at);
    expect(end).toBeGreaterThan(start);
    title += text.slice(at, kind === 'unknown' ? end : start);
    at = end;
  }
  return title + text.slice(at);
}

/** Removing words may also drop spaces and the punctuation before them. */
function withoutSeams(text: string): string {
  return text.replace(/[\s,;:–—-]/gu, '');
}

test('title and spans together are the whole text', () => {
  fc.assert(
    fc.property(anyText, text => {
      const { title, spans } = read(text);
      expect(withoutSeams(title)).toBe(withoutSeams(withoutParts(text, spans)));
      if (spans.length === 0) expect(title).toBe(text.trim());
    }),
    { numRuns: 2000 },
  );
});

test('every chip can be removed until the whole text is title', () => {
  fc.assert(
    fc.property(anyText, text => {
      let plain: string[] = [];
      for (let entry = read(text); entry.spans[0]; entry = read(text, { plain })) {
        plain = [...plain, entry.spans[0].words];
        expect(stillPlain(text, plain)).toEqual(plain);
        expect(plain.length).toBeLessThan(200);
      }
      expect(read(text, { plain })).toMatchObject({ title: text.trim(), day: TODAY, recurrenceType: 'none' });
    }),
  );
});

const newTask = z.object({
  day: z.string().refine(isDay),
  dueTime: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
    .nullable(),
  recurrenceType: z.enum(['none', 'daily', 'weekly', 'monthly', 'interval', 'weekdays', 'yearly']),
  recurrenceInterval: z.int().min(1).max(36_500),
  recurrenceDays: z.array(z.int().min(1).max(7)),
  recurrenceEvery: z.int().min(1).max(1000),
  recurrenceFrom: z.enum(['due', 'done']),
  recurrenceAnchor: z.literal(31).nullable(),
  endDay: z.string().refine(isDay).nullable(),
});

test('every entry can be saved, for any text on any day', () => {
  const anyDay = fc
    .integer({ min: 0, max: 2_932_000 })
    .map(day => new Date(day * 86_400_000).toISOString().slice(0, 10));
  fc.assert(
    fc.property(anyText, anyDay, (text, today) => {
      const entry = read(text, { today });
      expect(() => newTask.parse(entry)).not.toThrow();
      expect(entry.endDay === null || entry.endDay >= entry.day).toBe(true);
      expect(entry.endDay === null || entry.recurrenceType !== 'none').toBe(true);
      expect(new Set(entry.assignees).size).toBe(entry.assignees.length);
      expect(entry.title).toBe(entry.title.trim());
    }),
  );
});

test.each([
  'in ',
  '@',
  '@ana ',
  'every   ',
  '12 ',
  ' ',
  'fri,',
  'the day after ',
  '("',
  'until until ',
  'every mon and ',
  'mon - ',
  'every 1st of the ',
  '5pm to ',
  '5pm ',
  '1/2 ',
  'on the 1st ',
  'every day except ',
  'in a ',
  'fri until ',
  'last ',
])('parsing time grows linearly with the text: "%s"', piece => {
  const text = piece.repeat(Math.round(200_000 / piece.length));
  // A time that grew with the square of the length would be more than the limit of a test.
  expect(withoutSeams(read(`${text}x`).title).endsWith('x')).toBe(true);
});

test.each([
  '1st',
  '1st,',
  'every',
  'every mon',
  'every mon,',
  'in a',
  '5pm',
  '5pm to',
  'fri',
  'mon,',
  '12 dec',
  'every 1',
  'until',
  'x ',
  'from mon',
  'every day',
])('parsing time grows linearly with the spaces after "%s"', said => {
  const text = (said + ' '.repeat(100_000)).repeat(2);
  expect(withoutSeams(read(`${text}x`).title).endsWith('x')).toBe(true);
});
