import { nextDays, scheduleFrom } from '@onus/contract/dates/recurrence';
import { rhythmOf } from '@onus/contract/dates/rule';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { readEntry } from './entries.ts';
import { taskOf } from './task.ts';

/** What ical.js writes must be read as ical.js means it. */

const HERE = { today: '2000-01-01', zone: 'UTC', replaced: [] };

const day = fc
  .integer({ min: 0, max: 20_000 })
  .map(days => new Date(Date.UTC(2001, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));

const words = fc.string({ minLength: 1, maxLength: 200, unit: fc.constantFrom(...'ab ,;:"\\\n^äß👍') });

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Most have one part besides the frequency: with more of them few are rules of ours. */
const rule = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.integer({ min: 1, max: 5 }),
    part: fc.constantFrom('none', 'byday', 'bymonthday', 'bymonth', 'all'),
    byday: fc.uniqueArray(fc.constantFrom(...WEEKDAYS, ...WEEKDAYS, '2TU'), { minLength: 1, maxLength: 6 }),
    bymonthday: fc.uniqueArray(fc.constantFrom(1, 15, 28, 29, 31, -1), { minLength: 1, maxLength: 2 }),
    bymonth: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 2 }),
    wkst: fc.constantFrom(undefined, 1, 2),
    count: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
  })
  .map(({ freq, interval, part, byday, bymonthday, bymonth, wkst, count }) => ({
    freq,
    interval,
    ...(part === 'byday' || part === 'all' ? { byday } : {}),
    ...(part === 'bymonthday' || part === 'all' ? { bymonthday } : {}),
    ...(part === 'bymonth' || part === 'all' ? { bymonth } : {}),
    ...(wkst === undefined ? {} : { wkst }),
    ...(count === undefined ? {} : { count }),
  }));

function eventOn(start: string): InstanceType<typeof ICAL.Component> {
  const event = new ICAL.Component('vevent');
  event.addPropertyWithValue('dtstart', ICAL.Time.fromDateString(start));
  return event;
}

function read(event: InstanceType<typeof ICAL.Component>) {
  const entry = readEntry({ line: 1, cells: [event.toString()] });
  if ('reason' in entry) throw new Error(entry.reason);
  const task = taskOf(entry, HERE);
  if ('reasons' in task) throw new Error(task.reasons.join());
  return task;
}

test('texts come back as they were written', () => {
  fc.assert(
    fc.property(words, words, day, (title, text, start) => {
      fc.pre(title.trim() !== '' && text.trim() !== '');
      const event = eventOn(start);
      event.addPropertyWithValue('summary', title);
      event.addPropertyWithValue('description', text);
      const { input } = read(event);
      expect([input.title, input.text]).toEqual([title.trim(), text.trim()]);
      expect(input.dueDate.slice(0, 10)).toBe(start);
    }),
  );
});

test('a rule that is taken over has the dates that ical.js finds', () => {
  let taken = 0;
  fc.assert(
    fc.property(rule, day, (parts, start) => {
      const event = eventOn(start);
      event.addPropertyWithValue('summary', 'Bins');
      event.addPropertyWithValue('rrule', ICAL.Recur.fromData(parts));
      const { input, notes } = read(event);
      expect(notes.length > 0).toBe(input.recurrenceType === 'none');
      if (notes.length > 0) return;
      taken += 1;
      const schedule = scheduleFrom(start, {
        ...rhythmOf({ ...input, recurrenceAnchor: input.recurrenceAnchor }),
        anchorDay: input.recurrenceAnchor,
        endDay: input.recurrenceEndDate?.slice(0, 10) ?? null,
      });
      const iterator = ICAL.Recur.fromData(parts).iterator(ICAL.Time.fromDateString(start));
      const theirs = Array.from({ length: 12 }, () => iterator.next()?.toString() ?? null);
      expect([start, ...nextDays(schedule, start, 11)]).toEqual(theirs.filter(one => one !== null));
    }),
    { numRuns: 2_000 },
  );
  expect(taken).toBeGreaterThan(100);
});
