import { parseDate } from '@internationalized/date';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalDate, type Day } from './calendar.ts';
import { nextDay, nextDays, type Rhythm, type Schedule, scheduleFrom } from './recurrence.ts';

const day = fc
  .integer({ min: 0, max: 400 * 365 })
  .map(days => parseDate('1900-01-01').add({ days }).toString());

const anyRule = fc.record({
  type: fc.constantFrom('daily', 'weekly', 'monthly', 'interval', 'weekdays', 'yearly'),
  interval: fc.integer({ min: 1, max: 1000 }),
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  every: fc.integer({ min: 1, max: 5 }),
}) as fc.Arbitrary<Rhythm>;

test('every next date is later, and the schedule skips none', () => {
  fc.assert(
    fc.property(anyRule, day, (kind, due) => {
      const series = nextDays(scheduleFrom(due, kind), due, 30);
      expect(series).toHaveLength(30);
      expect([due, ...series]).toEqual([...new Set([due, ...series])].sort());
    }),
  );
});

test('a follow-up is the first date of the schedule that is not before today', () => {
  fc.assert(
    fc.property(anyRule, day, fc.integer({ min: 0, max: 500 }), (kind, due, later) => {
      const today = parseDate(due).add({ days: later }).toString();
      const schedule = scheduleFrom(due, kind);
      const stepped = nextDays(schedule, due, 510).find(candidate => candidate >= today);
      expect(nextDay(schedule, due, today)).toBe(stepped);
    }),
    { numRuns: 40 },
  );
});

test('the dates are those of the schedule from every starting point', () => {
  fc.assert(
    fc.property(anyRule, day, fc.integer({ min: 0, max: 500 }), (kind, first, later) => {
      const schedule = scheduleFrom(first, kind);
      const moved = parseDate(first).add({ days: later }).toString();
      const dates = nextDays(schedule, first, 510);
      expect(nextDay(schedule, moved)).toBe(dates.find(date => date > moved));
    }),
    { numRuns: 40 },
  );
});

test('the anchor day of the month itself counts', () => {
  const monthly = (firstDay: Day) => scheduleFrom(firstDay, { type: 'monthly', interval: 1 });
  expect(nextDay(monthly('2031-10-30'), '2031-11-22')).toBe('2031-11-30');
  expect(nextDay(monthly('2031-03-10'), '2031-04-06')).toBe('2031-04-10');
  expect(nextDay(monthly('2031-10-30'), '2031-10-30', '2031-11-30')).toBe('2031-11-30');
});

test('a series ends with its end date, inclusive', () => {
  fc.assert(
    fc.property(anyRule, day, fc.integer({ min: 0, max: 60 }), (kind, due, length) => {
      const endDay = parseDate(due).add({ days: length }).toString();
      const whole = scheduleFrom(due, kind);
      const ending = nextDays({ ...whole, endDay }, due, 100);
      expect(ending).toEqual(nextDays(whole, due, 100).filter(next => next <= endDay));
    }),
  );
});

test('a monthly series returns to its anchor day after a shorter month', () => {
  const series = (start: Day) => nextDays(scheduleFrom(start, { type: 'monthly', interval: 1 }), start, 4);
  expect(series('2026-01-31')).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
  expect(series('2028-01-30')).toEqual(['2028-02-29', '2028-03-30', '2028-04-30', '2028-05-30']);
  fc.assert(
    fc.property(day, start => {
      const schedule = scheduleFrom(start, { type: 'monthly', interval: 1 });
      for (const next of nextDays(schedule, start, 24)) {
        const date = parseDate(next);
        expect(date.day).toBe(Math.min(schedule.anchorDay, date.calendar.getDaysInMonth(date)));
      }
    }),
  );
});

test.each([
  ['daily', {}, '9999-12-30'],
  ['interval', { interval: 3 }, '9999-12-28'],
  ['weekly', {}, '9999-12-24'],
  ['weekdays', { days: [5] }, '9999-12-30'],
  ['monthly', {}, '9999-10-31'],
  ['yearly', {}, '9998-12-31'],
] as const)('a %s series reaches the last date of the calendar and ends', (type, rhythm, day) => {
  const schedule = scheduleFrom(day, { type, ...rhythm });
  expect(nextDays(schedule, day, 9).at(-1)).toBe('9999-12-31');
});

test('the calendar ends without a loop', () => {
  const from = (firstDay: Day, type: Schedule['type']) => scheduleFrom(firstDay, { type, interval: 1 });
  expect(nextDays(from('9999-12-20', 'weekly'), '9999-12-20', 9)).toEqual(['9999-12-27']);
  expect(nextDays(from('9999-12-17', 'weekly'), '9999-12-24', 9)).toEqual(['9999-12-31']);
  expect(nextDay(from('9999-12-30', 'monthly'), '9999-12-30')).toBeNull();
  for (const type of ['daily', 'weekly', 'interval', 'yearly'] as const) {
    expect(nextDay(from('9999-12-31', type), '9999-12-31')).toBeNull();
  }
  expect(nextDay(from('2026-01-01', 'none'), '2026-01-01')).toBeNull();
});

test.each([
  ['2026-03-05', '2026-03-05T00:00:00.000Z'],
  ['2026-03-05T23:30:00-02:00', '2026-03-06T01:30:00.000Z'],
  ['2026-03-05T10:00', '2026-03-05T10:00:00.000Z'],
  ['2026-03-05T10:00:00.5Z', '2026-03-05T10:00:00.500Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-02-29', null],
  ['2026-3-5', null],
  ['0000-01-01', null],
  ['2026-03-05T24:30Z', null],
  ['9999-12-31T23:59:59-01:00', null],
  ['0001-01-01T00:30:00+01:00', null],
  ['0001-01-01T01:30:00+01:00', '0001-01-01T00:30:00.000Z'],
  ['03/05/2026', null],
])('%s is read as %s in every zone', (given, canonical) => {
  expect(canonicalDate(given)).toBe(canonical);
});
