import { parseDate } from '@internationalized/date';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Day, isDay } from './calendar.ts';
import { readQuickEntry } from './quick-entry.ts';

/** A Wednesday. */
const TODAY = '2026-03-11';

function read(text: string, today: Day = TODAY) {
  return readQuickEntry(text, { today, people: [], me: '', plain: [] });
}

test.each([
  ['today', '2026-03-11'],
  ['tonight', '2026-03-11'],
  ['tomorrow', '2026-03-12'],
  ['tmr', '2026-03-12'],
  ['tmrw', '2026-03-12'],
  ['day after tomorrow', '2026-03-13'],
  ['the day after tomorrow', '2026-03-13'],
  ['fri', '2026-03-13'],
  ['FRIDAY', '2026-03-13'],
  ['wed', '2026-03-11'],
  ['tuesday', '2026-03-17'],
  ['tues', '2026-03-17'],
  ['thurs', '2026-03-12'],
  ['sat', '2026-03-14'],
  ['sun', '2026-03-15'],
  ['on mon', '2026-03-16'],
  ['by  friday', '2026-03-13'],
  ['this sun', '2026-03-15'],
  ['due tomorrow', '2026-03-12'],
  ['next fri', '2026-03-20'],
  ['next wednesday', '2026-03-18'],
  ['next mon', '2026-03-16'],
  ['next sun', '2026-03-22'],
  ['next week', '2026-03-16'],
  ['next month', '2026-04-01'],
  ['in 3 days', '2026-03-14'],
  ['in 1 day', '2026-03-12'],
  ['in a week', '2026-03-18'],
  ['in two weeks', '2026-03-25'],
  ['in 3 months', '2026-06-11'],
  ['In An Day', '2026-03-12'],
  ['12 march', '2026-03-12'],
  ['12th of March', '2026-03-12'],
  ['mar 12', '2026-03-12'],
  ['March 12th', '2026-03-12'],
  ['march 11', '2026-03-11'],
  ['mar 10', '2027-03-10'],
  ['1 jan', '2027-01-01'],
  ['4 sept', '2026-09-04'],
  ['feb 29', '2028-02-29'],
  ['on 5 may', '2026-05-05'],
  ['12 march 2028', '2028-03-12'],
  ['march 12, 2025', '2025-03-12'],
  ['2026-12-24', '2026-12-24'],
  ['2025-12-24', '2025-12-24'],
])('"bins %s" is due on %s', (said, day) => {
  expect(read(`bins ${said}`)).toMatchObject({ title: 'bins', day, recurrenceType: 'none', endDay: null });
  expect(read(`${said} bins`)).toMatchObject(
    ['wed', 'sat', 'sun'].includes(said) ? { title: `${said} bins`, day: TODAY } : { title: 'bins', day },
  );
});

test.each([
  'go to the market',
  'marry',
  'Mayday drill',
  'sun cream',
  'buy sun cream and a sat nav',
  'wed and bed',
  'support 24/7',
  'call at 3/12',
  'pay 12.3.',
  'half 1/2 lemon',
  'mon-fri shift',
  'fri’s report',
  "friday's report",
  'infri',
  'summon the satyr',
  'feb 30',
  '31 april',
  '2026-02-30',
  '2026-03-12T10:00',
  'march 5:30',
  'may 5-7',
  'what happened last fri',
  'next',
  'in days',
  'in 3',
  'in 3 dayss',
  'todays news',
  '12 of them',
  'march',
])('"%s" is all title', title => {
  expect(read(title)).toEqual({
    title,
    day: TODAY,
    recurrenceType: 'none',
    interval: 1,
    endDay: null,
    assignees: [],
    spans: [],
    strangers: [],
  });
});

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
  ['9999-12-30', 'x in 99999 months', '9999-12-31'],
])('on %s "%s" is due on %s', (today, text, day) => {
  expect(read(text, today).day).toBe(day);
});

test('a weekday is the coming one, and its next one lies in the week after this', () => {
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

test('a day of the year is read alike in either order, and is never past', () => {
  const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }), (month, number) => {
      const { day, spans } = read(`x ${number} ${months[month - 1]}`);
      expect(read(`x ${months[month - 1]} ${number}`).day).toBe(day);
      const tail = `-${String(month).padStart(2, '0')}-${String(number).padStart(2, '0')}`;
      expect(spans).toHaveLength(isDay(`2000${tail}`) ? 1 : 0);
      if (spans.length === 0) return;
      expect(day.slice(4)).toBe(tail);
      expect(day >= TODAY).toBe(true);
      expect(isDay(day)).toBe(true);
    }),
  );
});
