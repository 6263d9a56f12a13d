import { parseDate } from '@internationalized/date';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Day } from './calendar.ts';
import { followUpOf, nextDay, nextDays, type Rhythm, scheduleFrom, skipOf } from './recurrence.ts';

const day = fc
  .integer({ min: 0, max: 400 * 365 })
  .map(days => parseDate('1900-01-01').add({ days }).toString());

const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });

const anyRule: fc.Arbitrary<Rhythm> = fc.oneof(
  fc.record({ type: fc.constant('daily'), interval: upTo(9), days: weekdays, every: upTo(9) }),
  fc.record({ type: fc.constant('interval'), interval: upTo(1000), days: weekdays, every: upTo(9) }),
  fc.record({ type: fc.constant('weekly'), interval: upTo(9), days: weekdays, every: upTo(60) }),
  fc.record({ type: fc.constant('weekdays'), interval: upTo(9), days: weekdays, every: upTo(60) }),
  fc.record({ type: fc.constant('monthly'), interval: upTo(9), days: weekdays, every: upTo(30) }),
  fc.record({ type: fc.constant('yearly'), interval: upTo(9), days: weekdays, every: upTo(5) }),
) as fc.Arbitrary<Rhythm>;

/** Often none, and often the last day. */
const anyAnchor = fc.oneof(fc.constant(null), fc.constant(31), fc.integer({ min: 1, max: 31 }));

test('every next date is later, on the schedule, and no date between them is on it', () => {
  fc.assert(
    fc.property(
      ...[anyRule, day, anyAnchor, fc.integer({ min: 0, max: 3000 })],
      (rhythm, first, anchorDay, later) => {
        const schedule = scheduleFrom(first, { ...rhythm, anchorDay });
        const after = parseDate(first).add({ days: later }).toString();
        const walked = firstOnWalk(rhythm, first, after, anchorDay);
        expect(nextDay(schedule, after)).toBe(walked);
      },
    ),
    { numRuns: 400 },
  );
});

test('with the anchor 31, every date is the last day of its month, from any first date', () => {
  fc.assert(
    fc.property(day, upTo(30), (first, every) => {
      const schedule = scheduleFrom(first, { type: 'monthly', every, anchorDay: 31 });
      expect(nextDays(schedule, first, 24).every(isLastDay)).toBe(true);
    }),
    { numRuns: 200 },
  );
  const from = (first: Day) => nextDays(scheduleFrom(first, { type: 'monthly', anchorDay: 31 }), first, 4);
  expect(from('2026-11-30')).toEqual(['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']);
  expect(from('2026-11-15')).toEqual(['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28']);
});

test('of 400 years, the dates are the same as those of a walk over every day', () => {
  const yearly = { type: 'yearly', interval: 1, days: [], every: 1 } as const;
  const all: readonly (readonly [Day, Rhythm])[] = [
    ['1920-02-29', yearly],
    ['1920-02-29', { ...yearly, every: 3 }],
    ['1921-02-28', yearly],
    ['1920-12-31', { ...yearly, every: 7 }],
    ['1920-01-31', { ...yearly, type: 'monthly' }],
    ['1920-01-30', { ...yearly, type: 'monthly', every: 5 }],
    ['1920-11-29', { ...yearly, type: 'monthly', every: 3 }],
    ['1920-01-05', { ...yearly, type: 'weekly', every: 2 }],
    ['1920-01-05', { ...yearly, type: 'weekdays', days: [1, 4] }],
    ['1920-01-09', { ...yearly, type: 'weekdays', days: [7, 2], every: 3 }],
    ['1920-02-29', { ...yearly, type: 'interval', interval: 365 }],
  ];
  for (const [first, rhythm] of all) {
    const schedule = scheduleFrom(first, rhythm);
    const dates: Day[] = [];
    for (let at: Day | null = first; at !== null && at < '2320-01-01'; at = nextDay(schedule, at))
      dates.push(at);
    const start = pageOf(first);
    const walked = PAGES.slice(start.number).filter(
      page => page.date < '2320-01-01' && (page === start || isOn(rhythm, start, page)),
    );
    expect(dates.join()).toBe(walked.map(({ date }) => date).join());
  }
});

test('a set of weekdays counts its weeks from the Monday of the first date', () => {
  const dates = (first: Day, every: number) =>
    nextDays(scheduleFrom(first, { type: 'weekdays', days: [4, 1], every }), first, 4);
  // 2026-11-24 is a Tuesday.
  expect(dates('2026-11-24', 1)).toEqual(['2026-11-26', '2026-11-30', '2026-12-03', '2026-12-07']);
  expect(dates('2026-11-24', 2)).toEqual(['2026-11-26', '2026-12-07', '2026-12-10', '2026-12-21']);
  // A Sunday is the last day of its week.
  expect(dates('2026-11-29', 2)).toEqual(['2026-12-07', '2026-12-10', '2026-12-21', '2026-12-24']);
});

test('a yearly series of a leap day is on February 28 in other years', () => {
  const leap = scheduleFrom('2028-02-29', { type: 'yearly' });
  expect(nextDays(leap, '2028-02-29', 4)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
});

test('from completion, the next date counts from the day of completion and is after all used ones', () => {
  const rhythm = fc.tuple(anyRule, day, fc.integer({ min: -60, max: 3000 }));
  fc.assert(
    fc.property(rhythm, ([rule, due, later]) => {
      const schedule = scheduleFrom(due, rule);
      const today = parseDate(due).add({ days: later }).toString();
      const [, after = due] = [due, today].sort();
      expect(followUpOf(schedule, 'done', due, today)).toBe(firstOnWalk(rule, today, after));
      const skipped = skipOf(schedule, 'done', { latestDay: due, dueDay: due, today });
      expect(skipped).toBe(firstOnWalk(rule, after, after));
    }),
    { numRuns: 200 },
  );
  const three = scheduleFrom('2026-11-10', { type: 'interval', interval: 3 });
  expect(followUpOf(three, 'done', '2026-11-10', '2026-11-22')).toBe('2026-11-25');
  expect(followUpOf(three, 'due', '2026-11-10', '2026-11-23')).toBe('2026-11-25');
  const monthly = scheduleFrom('2026-01-10', { type: 'monthly' });
  expect(followUpOf(monthly, 'done', '2026-01-10', '2026-01-31')).toBe('2026-02-28');
});

function isLastDay(date: Day): boolean {
  return parseDate(date).add({ days: 1 }).day === 1;
}

function upTo(max: number) {
  return fc.integer({ min: 1, max });
}

const DAY = 86_400_000;
const START = Date.parse('1899-01-01');

/** A day as its calendar page has it. */
interface Page {
  date: Day;
  number: number;
  month: number;
  dayOfMonth: number;
  isLast: boolean;
  /** 1 for Monday. */
  weekday: number;
  week: number;
}

/** Every day from 1899 on for 440 years. 1900-01-01 was a Monday. */
const PAGES: readonly Page[] = Array.from({ length: 440 * 365 }, (_, number) => {
  const at = new Date(START + number * DAY);
  const sinceMonday = number - 365;
  return {
    date: at.toISOString().slice(0, 10),
    number,
    month: 12 * at.getUTCFullYear() + at.getUTCMonth(),
    dayOfMonth: at.getUTCDate(),
    isLast: new Date(Number(at) + DAY).getUTCDate() === 1,
    weekday: (((sinceMonday % 7) + 7) % 7) + 1,
    week: Math.floor(sinceMonday / 7),
  };
});

function pageOf(date: Day): Page {
  const page = PAGES[(Date.parse(date) - START) / DAY];
  if (page?.date !== date) throw new Error(`${date} is not in the calendar`);
  return page;
}

/** The first day after `after` on the schedule, found by looking at each day. */
function firstOnWalk(rhythm: Rhythm, first: Day, after: Day, anchor: number | null = null): Day | undefined {
  const start = pageOf(first);
  for (let at = Math.max(pageOf(after).number + 1, start.number); at < PAGES.length; at += 1) {
    const page = PAGES[at];
    if (page && isOn(rhythm, start, page, anchor)) return page.date;
  }
  return undefined;
}

/** Whether a day is on the schedule, by the words of rule 4.6 alone. */
function isOn(
  { type, interval, days, every }: Rhythm,
  first: Page,
  at: Page,
  anchor: number | null = null,
): boolean {
  const since = at.number - first.number;
  const wanted = anchor ?? first.dayOfMonth;
  const isAnchor = at.dayOfMonth === wanted || (at.isLast && at.dayOfMonth < wanted);
  switch (type) {
    case 'daily':
      return true;
    case 'interval':
      return since % interval === 0;
    case 'weekly':
      return since % (7 * every) === 0;
    case 'weekdays':
      return (at.week - first.week) % every === 0 && days.includes(at.weekday);
    case 'monthly':
      return isAnchor && (at.month - first.month) % every === 0;
    case 'yearly':
      return isAnchor && (at.month - first.month) % (12 * every) === 0;
    default:
      return false;
  }
}
