import type { Day } from '@onus/contract/dates/calendar';
import { nextDay, nextDays, RECURRENCE_TYPES, type Schedule } from '@onus/contract/dates/recurrence';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { rrulestr } from 'rrule';
import { describe, expect, test } from 'vitest';
import { CALENDAR_END, calendarHead, eventText } from './ics.ts';
import { repetitionOf } from './repetition.ts';

/** Two readers that know nothing of Onus must find the dates of our own calendar. */

/** The text of an event as the feed has it. */
function written(schedule: Schedule, day: Day, today: Day, time: string | null): string {
  const event = {
    uid: 's',
    taskId: 't',
    title: 'x',
    text: '',
    day,
    time,
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
  const text = eventText(
    { ...event, repetition: repetitionOf(schedule, day, today) },
    { publicUrl: 'https://onus.example' },
  );
  return calendarHead('Ana') + text + CALENDAR_END;
}

function unfolded(text: string): string[] {
  return text.replaceAll('\r\n ', '').split('\r\n');
}

/** As `rrule` reads it. It knows no whole days: midnight stands for them. */
function byRrule(text: string): string[] {
  const lines = unfolded(text)
    .filter(line => /^(?:DTSTART|RRULE|RDATE)/.test(line))
    .map(line => line.replace(';VALUE=DATE', '').replaceAll(/(?<=[:,])(\d{8})(?!T|\d)/g, '$1T000000'));
  const rule = rrulestr(lines.join('\n'), { forceset: true });
  return rule.all().map(date => date.toISOString().slice(0, 16));
}

function byIcal(text: string): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const event = calendar.getFirstSubcomponent('vevent');
  if (!event) throw new Error('no event');
  const dates: string[] = [];
  const iterator = new ICAL.Event(event).iterator();
  for (let next = iterator.next(); next; next = iterator.next()) {
    // Neither a zone nor UTC.
    if (next.zone.tzid !== 'floating') throw new Error(`a date in ${next.zone.tzid}`);
    dates.push(next.toString().slice(0, 16));
  }
  return dates;
}

/** What the product itself says of the two years after the later of both dates. */
function byUs(schedule: Schedule, day: Day, today: Day): Day[] {
  const from = day > today ? day : today;
  // As text, Feb 29 of a year without one lies between Feb 28 and Mar 1.
  const until = `${Number(from.slice(0, 4)) + 2}${from.slice(4)}`;
  return [day, ...nextDays(schedule, day, 1_000).filter(next => next <= until)];
}

const DAY = 86_400_000;
const date = fc
  .integer({ min: Date.parse('2020-01-01') / DAY, max: Date.parse('2060-12-31') / DAY })
  .map(days => new Date(days * DAY).toISOString().slice(0, 10));

const schedules = fc
  .record({
    type: fc.constantFrom(...RECURRENCE_TYPES.filter(type => type !== 'none')),
    interval: fc.integer({ min: 1, max: 400 }),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }).map(days => days.sort()),
    every: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 15 })),
    firstDay: date,
    anchorDay: fc.integer({ min: 1, max: 31 }),
    steps: fc.integer({ min: 0, max: 30 }),
    endsAfter: fc.option(fc.integer({ min: 0, max: 900 })),
  })
  .map(({ steps, endsAfter, ...rhythm }) => {
    const endless = { ...rhythm, endDay: null };
    // A date of the schedule, as an open occurrence has it.
    const first = nextDay(endless, new Date(Date.parse(rhythm.firstDay) - DAY).toISOString().slice(0, 10));
    const day = nextDays(endless, first ?? '', steps).at(-1) ?? first ?? '';
    const endDay =
      endsAfter === null ? null : new Date(Date.parse(day) + endsAfter * DAY).toISOString().slice(0, 10);
    return { schedule: { ...endless, endDay }, day };
  });

const times = fc.constantFrom(null, '00:00', '07:30', '23:59');

test('rrule and ical.js find the dates of our own calendar, for every rule', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(schedules, fc.integer({ min: -200, max: 200 }), times, ({ schedule, day }, off, time) => {
      const today = new Date(Date.parse(day) + off * DAY).toISOString().slice(0, 10);
      const text = written(schedule, day, today, time);
      const expected = byUs(schedule, day, today).map(next => `${next}T${time ?? '00:00'}`);
      seen.add(schedule.type);
      expect(byRrule(text)).toEqual(expected);
      expect(byIcal(text)).toEqual(time ? expected : expected.map(next => next.slice(0, 10)));
    }),
    { numRuns: 200 },
  );
  expect(seen.size).toBe(RECURRENCE_TYPES.length - 1);
});

describe.each(['monthly', 'yearly'] as const)('%s', type => {
  test('the dates are ours for every day of the month and every month', () => {
    const wrong: string[] = [];
    for (let month = 1; month <= 12; month++) {
      for (let anchorDay = 1; anchorDay <= 31; anchorDay++) {
        const firstDay = `2027-${String(month).padStart(2, '0')}-01`;
        const schedule: Schedule = {
          ...{ type, interval: 1, days: [], every: 1, endDay: null },
          ...{ firstDay, anchorDay },
        };
        const day = nextDay(schedule, '2026-12-31') ?? '';
        // Leap days are four years apart.
        const today = '2031-01-15';
        const text = written(schedule, day, today, null);
        const expected = byUs(schedule, day, today);
        const isSame = [byRrule(text).map(one => one.slice(0, 10)), byIcal(text)].every(
          found => `${found}` === `${expected}`,
        );
        if (!isSame) wrong.push(`${anchorDay} of ${month}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

test('only the 29th and the 30th of each month are written out, for two years', () => {
  for (let anchorDay = 1; anchorDay <= 31; anchorDay++) {
    const schedule: Schedule = {
      ...{ type: 'monthly', interval: 1, days: [], every: 1, endDay: null },
      ...{ firstDay: '2026-01-01', anchorDay },
    };
    const day = nextDay(schedule, '2025-12-31') ?? '';
    const repetition = repetitionOf(schedule, day, day);
    const isWrittenOut = anchorDay === 29 || anchorDay === 30;
    expect('dates' in repetition).toBe(isWrittenOut);
    if ('dates' in repetition) {
      expect(repetition.dates[0]).toBe(day);
      expect(repetition.dates).toHaveLength(25);
    }
  }
});

test('a set of weekdays with every second week counts from Monday', () => {
  const schedule: Schedule = {
    ...{ type: 'weekdays', interval: 1, days: [1, 7], every: 2, anchorDay: 1, endDay: '2027-01-31' },
    firstDay: '2027-01-03',
  };
  const text = written(schedule, '2027-01-03', '2027-01-01', null);
  expect(unfolded(text)).toContain('RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=MO,SU;UNTIL=20270131');
  expect(byIcal(text)).toEqual(['2027-01-03', '2027-01-11', '2027-01-17', '2027-01-25', '2027-01-31']);
});
