import { describe, expect, it } from 'vitest';
import { momentHere, timeHere } from './dates.ts';
import { briefly, dayHeading } from './times.ts';

const NOW = new Date('2026-11-05T14:05:00.000Z');

function at(moment: string): number {
  return Date.parse(`${moment}:00.000Z`);
}

/** Newer versions of the data put a narrow space before AM and PM. */
function spaced(text: string): string {
  return text.replace(/\s/g, ' ');
}

describe('the heading over the messages of a day', () => {
  it.each([
    ['2026-11-05T00:00', 'Today'],
    ['2026-11-04T23:59', 'Yesterday'],
    ['2026-11-03T23:59', 'Tuesday, November 3'],
    ['2026-01-01T00:00', 'Thursday, January 1'],
    ['2025-12-31T23:59', 'December 31, 2025'],
  ])('of %s', (moment, heading) => {
    expect(dayHeading(at(moment), NOW)).toBe(heading);
  });
});

describe('a time in a list of threads', () => {
  it.each([
    ['2026-11-05T09:07', '9:07 AM'],
    ['2026-11-04T23:59', 'Wed'],
    ['2026-10-30T12:00', 'Fri'],
    ['2026-10-29T12:00', 'Oct 29'],
    ['2025-11-05T12:00', 'Nov 5, 2025'],
    // The clock of another machine may be ahead.
    ['2026-11-06T00:01', 'Nov 6'],
  ])('of %s', (moment, shown) => {
    expect(spaced(briefly(at(moment), NOW, 'en-US'))).toBe(shown);
  });
});

it.each([
  ['en-US', '12:00 AM', 'Nov 5, 2:05 PM'],
  ['en-GB', '00:00', 'Nov 5, 14:05'],
  ['de-DE', '00:00', 'Nov 5, 14:05'],
])('a time has the hours of %s, a date is English', (locale, midnight, afternoon) => {
  expect(spaced(timeHere(at('2026-11-05T00:00'), locale))).toBe(midnight);
  expect(spaced(momentHere('2026-11-05T14:05:00.000Z', locale))).toBe(afternoon);
});
