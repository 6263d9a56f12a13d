import { describe, expect, it } from 'vitest';
import { longDate, nearDate, plainDate, shortDate, timeOfDay, todayHere } from './dates.ts';
import { addedTo } from './words/added-to.ts';
import { dateOrder } from './words/date-order.ts';

// The tests run in UTC; a date of a task is noon in UTC, whatever the zone of its reader.
const NOON = '2026-11-05T12:00:00.000Z';

describe('a due date', () => {
  it.each([
    ['plain', plainDate, 'November 5, 2026'],
    ['long', longDate, 'November 05, 2026'],
    ['short', shortDate, 'Thu, Nov 5'],
  ])('is %s', (_name, format, shown) => {
    expect(format(NOON)).toBe(shown);
  });

  it('is the same day for a client that stored another time of it', () => {
    expect(plainDate('2026-11-05T00:00:00.000Z')).toBe('November 5, 2026');
    expect(plainDate('2026-11-05T23:59:59.999Z')).toBe('November 5, 2026');
  });
});

describe('the locale of the reader', () => {
  it.each([
    ['en-US', 'mdy', '5:00 PM', '12:30 AM'],
    ['en-GB', 'dmy', '17:00', '00:30'],
    ['de', 'dmy', '17:00', '00:30'],
  ])('%s has the order %s and the time %s', (locale, order, afternoon, night) => {
    expect(dateOrder(locale)).toBe(order);
    // Some versions of the locale data separate the half of the day with a narrow space.
    expect(timeOfDay('17:00', locale).replace(/\s/u, ' ')).toBe(afternoon);
    expect(timeOfDay('00:30', locale).replace(/\s/u, ' ')).toBe(night);
  });
});

describe('a date that is being chosen', () => {
  it.each([
    ['2026-12-31', '2026-12-31', 'today'],
    ['2027-01-01', '2026-12-31', 'tomorrow'],
    ['2027-01-02', '2026-12-31', 'January 2, 2027'],
    ['2026-11-05', '2026-12-31', 'Thu, Nov 5'],
    ['2028-02-29', '2028-02-28', 'tomorrow'],
    ['2027-03-01', '2027-02-28', 'tomorrow'],
  ])('%s is seen on %s', (day, today, shown) => {
    expect(nearDate(day, today)).toBe(shown);
  });
});

it.each([
  ['2026-11-05', undefined],
  ['2026-11-04', 'Added to Wed, Nov 4'],
  ['2026-11-06', 'Added to tomorrow'],
  ['2026-11-07', 'Added to Saturday'],
  ['2026-11-11', 'Added to Wednesday'],
  ['2026-11-12', 'Added to Thu, Nov 12'],
  ['2027-11-05', 'Added to November 5, 2027'],
] as const)('a task of %s says where it went', (day, said) => {
  expect(addedTo(day, [], '2026-11-05')).toBe(said);
});

it.each([
  ['2026-11-05', ['Ben'], 'Added for Ben'],
  ['2026-11-06', ['Ben'], 'Added to tomorrow for Ben'],
  ['2026-11-05', ['Ben', 'Cleo'], 'Added for Ben and Cleo'],
  ['2026-11-05', ['Ben', 'Cleo', 'Dan'], 'Added for Ben and others'],
] as const)('a task of %s for %j says whose it is', (day, names, said) => {
  const people = names.map(username => ({ username }));
  expect(addedTo(day, people, '2026-11-05')).toBe(said);
});

it('today is the date on the wall of the viewer', () => {
  expect(todayHere(new Date('2026-11-05T00:00:00.000Z'))).toBe('2026-11-05');
  expect(todayHere(new Date('2026-11-05T23:59:59.999Z'))).toBe('2026-11-05');
});
