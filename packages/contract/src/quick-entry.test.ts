import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDay } from './calendar.ts';
import { readQuickEntry } from './quick-entry.ts';
import { stillPlain } from './quick-words.ts';

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
  return readQuickEntry(text, { today: TODAY, people: PEOPLE, me: ANA.id, plain: [], ...changed });
}

test('a line is read as a whole: title, date, repetition and people', () => {
  expect(read('bins fri every week @ana')).toEqual({
    title: 'bins',
    day: '2026-03-13',
    recurrenceType: 'weekly',
    interval: 1,
    endDay: null,
    assignees: ['1'],
    spans: [
      { kind: 'day', start: 5, end: 8, words: 'fri' },
      { kind: 'repeat', start: 9, end: 19, words: 'every week' },
      { kind: 'person', start: 20, end: 24, words: '@ana', person: ANA },
    ],
    strangers: [],
  });
});

test.each([
  ['every day', 'daily', 1, TODAY],
  ['daily', 'daily', 1, TODAY],
  ['every 1 day', 'daily', 1, TODAY],
  ['every week', 'weekly', 1, TODAY],
  ['weekly', 'weekly', 1, TODAY],
  ['Every Fri', 'weekly', 1, '2026-03-13'],
  ['each monday', 'weekly', 1, '2026-03-16'],
  ['every wed', 'weekly', 1, TODAY],
  ['every other fri', 'interval', 14, '2026-03-13'],
  ['every month', 'monthly', 1, TODAY],
  ['monthly', 'monthly', 1, TODAY],
  ['every 3 days', 'interval', 3, TODAY],
  ['every seven days', 'interval', 7, TODAY],
  ['every other day', 'interval', 2, TODAY],
  ['every 2 weeks', 'interval', 14, TODAY],
  ['every two weeks', 'interval', 14, TODAY],
  ['every other week', 'interval', 14, TODAY],
  ['every 36500 days', 'interval', 36_500, TODAY],
  ['next week every fri', 'weekly', 1, '2026-03-20'],
  ['every fri starting 14 march', 'weekly', 1, '2026-03-20'],
  ['31 jan every month', 'monthly', 1, '2027-01-31'],
])('"rent %s" repeats %s with %i from %s on', (said, recurrenceType, interval, day) => {
  expect(read(`rent ${said}`)).toMatchObject({ title: 'rent', recurrenceType, interval, day });
});

test.each([
  'every 2 months',
  'every year',
  'every 0 days',
  'every 36501 days',
  'every 9999 weeks',
  'every mon and thu',
  'every mon, wed & fri',
  'every',
  'everyday shoes',
  'every weekday',
  'weekly report',
  'Daily: take the pills',
  'monthly budget for Ana',
])('"%s" is no repetition of ours and stays title', title => {
  expect(read(title)).toMatchObject({ title, recurrenceType: 'none', day: TODAY, spans: [] });
});

test.each([
  ['every week until 12 june', TODAY, '2026-06-12'],
  ['until 12 june every week', TODAY, '2026-06-12'],
  ['daily till fri', TODAY, '2026-03-13'],
  ['every day until tomorrow', TODAY, '2026-03-12'],
  ['every day until 2026-05-01', TODAY, '2026-05-01'],
  ['every day til next month', TODAY, '2026-04-01'],
  // What comes round again is counted from the first date on.
  ['every week from 1 nov until 1 oct', '2026-11-01', '2027-10-01'],
  ['next mon every day until fri', '2026-03-16', '2026-03-20'],
])('"swim %s" begins on %s and ends on %s', (said, day, endDay) => {
  expect(read(`swim ${said}`)).toMatchObject({ title: 'swim', day, endDay });
});

test('an end without a repetition is title, its date too', () => {
  expect(read('stay until fri')).toMatchObject({
    title: 'stay until fri',
    day: TODAY,
    endDay: null,
    spans: [],
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

test('a name that was taken back is no stranger, and where no one may be named there is none', () => {
  expect(read('ask @ana', { plain: ['@ana'] }).strangers).toEqual([]);
  expect(read('ask @eve', { people: [] }).strangers).toEqual([]);
});

test('where no one may be named, and for two of one name, the @ stays title', () => {
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
  ['sun fri', 'sun', '2026-03-13'],
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
  ['fri    - fri', 'fri', '2026-03-13'],
  ['fri every week', '', '2026-03-13'],
  ['', '', TODAY],
])('"%s" leaves the title "%s" and is due on %s', (text, title, day) => {
  expect(read(text)).toMatchObject({ title, day });
});

test('words that are taken back are title, and what they hid counts again', () => {
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

test('what is taken back is so while its words stand in the text', () => {
  expect(stillPlain('Bins  FRI now', ['bins fri', '@ana'])).toEqual(['bins fri']);
});

const SAID = ['fri', 'on sun', 'Every 3 days', 'until 1 june', '@ben', '@me', 'weekly', 'sun', 'next week'];
const PIECES = [...SAID, 'cream', ',', '-', '!', '(', '👨‍👩‍👧', 'שלום', '  ', '\n', '@', 'e\u0301'];
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map(pieces => pieces.join(' ')),
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary' })), { maxLength: 25 })
    .map(all => all.join('')),
);

/** What a cut may drop: spaces, and the mark that led to what was cut out. */
function withoutSeams(text: string): string {
  return text.replace(/[\s,;:–—-]/gu, '');
}

test('nothing that is typed is lost: the title and the spans are the text', () => {
  fc.assert(
    fc.property(anyText, text => {
      const { title, spans } = read(text);
      let [at, outside] = [0, ''];
      for (const { start, end } of spans) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(end).toBeGreaterThan(start);
        outside += text.slice(at, start);
        at = end;
      }
      outside += text.slice(at);
      expect(withoutSeams(title)).toBe(withoutSeams(outside));
      if (spans.length === 0) expect(title).toBe(text.trim());
    }),
    { numRuns: 2000 },
  );
});

test('every chip can be taken back, until all of the text is title', () => {
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

test('whatever is typed on whatever day, the entry is one that can be saved', () => {
  const anyDay = fc
    .integer({ min: 0, max: 2_932_000 })
    .map(day => new Date(day * 86_400_000).toISOString().slice(0, 10));
  fc.assert(
    fc.property(anyText, anyDay, (text, today) => {
      const { day, interval, endDay, assignees, title } = read(text, { today });
      expect(isDay(day)).toBe(true);
      expect(endDay === null || isDay(endDay)).toBe(true);
      expect(Number.isInteger(interval) && interval >= 1 && interval <= 36_500).toBe(true);
      expect(new Set(assignees).size).toBe(assignees.length);
      expect(title).toBe(title.trim());
    }),
  );
});

test('a text of any length is read, in a time that grows with it and no faster', () => {
  const pieces = [
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
  ];
  for (const piece of pieces) {
    const text = piece.repeat(200_000 / piece.length);
    expect(withoutSeams(read(`${text}x`).title).endsWith('x'), piece).toBe(true);
  }
}, 10_000);
