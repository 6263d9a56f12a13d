import { parseDate } from '@internationalized/date';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Day, isDay } from '../dates/calendar.ts';
import { readQuickEntry } from './entry.ts';

/** A Wednesday. */
const TODAY = '2026-03-11';

function read(text: string, today: Day = TODAY) {
  return readQuickEntry(text, { today, order: 'dmy', people: [], me: '', plain: [] });
}

test.each([
  ['2026-01-31', 'x in a month', '2026-02-28'],
  ['2026-12-31', 'x next month', '2027-01-01'],
  // A Sunday ends its week, a Monday begins one.
  ['2026-03-15', 'x next fri', '2026-03-20'],
  ['2026-03-16', 'x next fri', '2026-03-27'],
  ['2026-03-15', 'x next week', '2026-03-16'],
  ['2026-03-16', 'x next week', '2026-03-23'],
  ['2026-12-31', 'x fri', '2027-01-01'],
  ['2096-03-01', 'x feb 29', '2104-02-29'],
  ['2026-03-14', 'x this weekend', '2026-03-14'],
  ['2026-03-15', 'x this weekend', '2026-03-15'],
  ['2026-03-16', 'x this weekend', '2026-03-21'],
  ['2026-12-11', 'x end of next month', '2027-01-31'],
  ['2026-02-11', 'x on the 30th', '2026-03-30'],
  ['2026-02-11', 'x every 31st', '2026-03-31'],
  ['2026-11-22', 'x every last day of the month', '2026-11-30'],
  ['2026-03-14', 'x every weekday', '2026-03-16'],
  ['2026-03-15', 'x every weekend', '2026-03-15'],
  ['9999-12-30', 'x in 99999 months', '9999-12-31'],
  ['9999-12-30', 'x on the 1st', '9999-12-30'],
])('on %s "%s" is due on %s', (today, text, day) => {
  expect(read(text, today).day).toBe(day);
});

test('a weekday means the coming one, and "next" the week after this one', () => {
  const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const monday = parseDate('2026-03-09');
  fc.assert(
    fc.property(fc.nat(6), fc.nat(6), fc.nat(5000), (weekday, now, weeks) => {
      const week = monday.add({ weeks });
      const today = week.add({ days: now }).toString();
      const inThisWeek = week.add({ days: weekday });
      const { day } = read(`x on ${names[weekday]}`, today);
      expect(day).toBe((weekday < now ? inThisWeek.add({ weeks: 1 }) : inThisWeek).toString());
      expect(read(`x next ${names[weekday]}`, today).day).toBe(inThisWeek.add({ weeks: 1 }).toString());
    }),
  );
});

test('a day of the year works in either order and is never past', () => {
  const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }), (month, number) => {
      const { day, spans } = read(`x ${number} ${months[month - 1]}`);
      expect(read(`x ${months[month - 1]} ${number}`).day).toBe(day);
      expect(read(`x ${number}.${month}.`).day).toBe(day);
      const tail = `-${String(month).padStart(2, '0')}-${String(number).padStart(2, '0')}`;
      const exists = isDay(`2000${tail}`);
      expect(spans.map(({ kind }) => kind)).toEqual([exists ? 'day' : 'unknown']);
      if (!exists) return;
      expect(day.slice(4)).toBe(tail);
      expect(day >= TODAY).toBe(true);
      expect(isDay(day)).toBe(true);
    }),
  );
});
