import { parseDate } from '@internationalized/date';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chartMonths } from './manager.ts';

const day = fc.integer({ min: 0, max: 400 * 365 }).map(days => parseDate('1900-01-01').add({ days }));
const time = fc.constantFrom('00:00:00.000', '00:00:00.001', '12:00:00.000', '23:59:59.998', '23:59:59.999');

test('six months, oldest first, each with its full name', () => {
  expect(chartMonths('2026-03-31')).toEqual([
    {
      month: '2025-10',
      label: 'October',
      after: '2025-09-30T23:59:59.999Z',
      before: '2025-11-01T00:00:00.000Z',
    },
    {
      month: '2025-11',
      label: 'November',
      after: '2025-10-31T23:59:59.999Z',
      before: '2025-12-01T00:00:00.000Z',
    },
    {
      month: '2025-12',
      label: 'December',
      after: '2025-11-30T23:59:59.999Z',
      before: '2026-01-01T00:00:00.000Z',
    },
    {
      month: '2026-01',
      label: 'January',
      after: '2025-12-31T23:59:59.999Z',
      before: '2026-02-01T00:00:00.000Z',
    },
    {
      month: '2026-02',
      label: 'February',
      after: '2026-01-31T23:59:59.999Z',
      before: '2026-03-01T00:00:00.000Z',
    },
    {
      month: '2026-03',
      label: 'March',
      after: '2026-02-28T23:59:59.999Z',
      before: '2026-04-01T00:00:00.000Z',
    },
  ]);
});

test('every day of the six months counts exactly once, at any time of day, and no other day', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -260, max: 60 }), time, (today, offset, clock) => {
      const due = `${today.add({ days: offset })}T${clock}Z`;
      const counted = chartMonths(today.toString()).filter(
        ({ after, before }) => due > after && due < before,
      );
      const first = today.subtract({ months: 5 }).set({ day: 1 }).toString();
      const next = today.set({ day: 1 }).add({ months: 1 }).toString();
      const expected = due.slice(0, 10) >= first && due.slice(0, 10) < next ? [due.slice(0, 7)] : [];
      expect(counted.map(({ month }) => month)).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});
