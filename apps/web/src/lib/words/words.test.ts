import { describe, expect, it } from 'vitest';
import { cx } from '../cx.ts';
import { messageOf } from '../error-message.ts';
import { dollars, plainPrice, typedDollars } from './money.ts';
import { repetition } from './repetition.ts';
import { counted, shortened } from './text.ts';

describe('money', () => {
  it.each([
    [0, '$0.00', '0.00'],
    [1234.5, '$1,234.50', '1234.50'],
    [0.1 + 0.2, '$0.30', '0.30'],
    [999_999.99, '$999,999.99', '999999.99'],
  ])('%d is shown, and typed', (amount, shown, typed) => {
    expect(dollars(amount)).toBe(shown);
    expect(typedDollars(amount)).toBe(typed);
  });

  it.each([
    ['', '.', ''],
    ['3', '.', '3'],
    [' $3.50 ', '.', '3.50'],
    ['3,50', '.', '3.50'],
    ['1,234', '.', '1234'],
    ['1,234.50', '.', '1234.50'],
    ['3,50', ',', '3.50'],
    ['3.50', ',', '3.50'],
    ['1.234', ',', '1234'],
    ['1.234,50', ',', '1234.50'],
    ['much', ',', 'much'],
  ] as const)('"%s" with the separator "%s" is %s', (typed, separator, plain) => {
    expect(plainPrice(typed, separator)).toBe(plain);
  });
});

describe('how a task repeats', () => {
  it.each([
    ['none', 1, null],
    ['daily', 1, 'Daily'],
    ['weekly', 1, 'Weekly'],
    ['monthly', 1, 'Monthly'],
    ['interval', 1, 'Every day'],
    ['interval', 14, 'Every 14 days'],
  ] as const)('%s, %d', (recurrenceType, recurrenceInterval, shown) => {
    expect(repetition({ recurrenceType, recurrenceInterval })).toBe(shown);
  });

  it('is on the last day of the month if its anchor is 31', () => {
    const monthly = { recurrenceType: 'monthly', recurrenceInterval: 1 } as const;
    expect(repetition({ ...monthly, recurrenceAnchor: 31 })).toBe('Monthly on the last day');
    expect(repetition({ ...monthly, recurrenceAnchor: 31, recurrenceEvery: 2 })).toBe(
      'Every 2 months on the last day',
    );
    expect(repetition({ ...monthly, recurrenceAnchor: 30 })).toBe('Monthly');
    expect(repetition({ ...monthly, recurrenceType: 'yearly', recurrenceAnchor: 31 })).toBe('Yearly');
  });

  it.each([
    ['weekly', 2, [], 'due', 'Every 2 weeks'],
    ['monthly', 3, [], 'due', 'Every 3 months'],
    ['yearly', 1, [], 'due', 'Yearly'],
    ['yearly', 2, [], 'due', 'Every 2 years'],
    ['weekdays', 1, [1, 4], 'due', 'Every Mon and Thu'],
    ['weekdays', 1, [1, 3, 7], 'due', 'Every Mon, Wed, and Sun'],
    ['weekdays', 1, [1, 2, 3, 4, 5], 'due', 'Every weekday'],
    ['weekdays', 1, [6, 7], 'due', 'Every weekend'],
    ['weekdays', 2, [1, 4], 'due', 'Every 2 weeks on Mon and Thu'],
    ['weekly', 1, [], 'done', 'Weekly from completion'],
    ['none', 1, [], 'done', null],
  ] as const)(
    '%s, every %d on %j from %s',
    (recurrenceType, recurrenceEvery, recurrenceDays, recurrenceFrom, shown) => {
      const how = { recurrenceType, recurrenceInterval: 1, recurrenceEvery, recurrenceFrom };
      expect(repetition({ ...how, recurrenceDays: [...recurrenceDays] })).toBe(shown);
    },
  );
});

describe('a long text', () => {
  it('stays whole up to its limit', () => {
    expect(shortened('x'.repeat(40))).toBe('x'.repeat(40));
    expect(shortened('x'.repeat(41))).toBe(`${'x'.repeat(39)}…`);
  });

  it('is cut between characters, and not behind a space', () => {
    expect(shortened('👍👍👍', 2)).toBe('👍…');
    expect(shortened('ab cdef', 4)).toBe('ab…');
  });
});

it('a count has its thousands apart', () => {
  expect([0, 999, 12_000].map(counted)).toEqual(['0', '999', '12,000']);
});

describe('a failure', () => {
  it.each([
    ['in the words of the server', new Error('Title is required'), 'Title is required'],
    [
      'of a part of the app that did not come',
      new TypeError('Failed to fetch'),
      'This page could not be loaded. Check your connection and try again.',
    ],
    ['that is no error', 'gone', 'gone'],
  ])('%s', (_name, failure, shown) => {
    expect(messageOf(failure)).toBe(shown);
  });
});

it('class names that are not there are dropped', () => {
  expect(cx('row', false, undefined, null, '', 'done')).toBe('row done');
});
