import { expect, it } from 'vitest';
import { idOfBar, monthAndYear, openBarOf } from './month.ts';

it.each(['2026-01', '2026-09', '2026-10', '2026-12'])('%s is a month', month => {
  expect(openBarOf({ month, of: 'complete' })).toEqual({ month, of: 'complete' });
});

it.each(['2026-00', '2026-13', '2026-1', '26-01', '2026-01-01', ' 2026-01', '', undefined])(
  '%j is none',
  month => {
    expect(openBarOf({ month, of: 'incomplete' })).toBe(null);
  },
);

it.each(['late', '', undefined])('%j is no kind of bar', of => {
  expect(openBarOf({ month: '2026-01', of })).toBe(null);
});

it('each bar has an id of its own', () => {
  expect(idOfBar({ month: '2026-01', of: 'complete' })).not.toBe(
    idOfBar({ month: '2026-01', of: 'incomplete' }),
  );
  expect(idOfBar({ month: '2026-01', of: 'complete' })).not.toBe(
    idOfBar({ month: '2026-02', of: 'complete' }),
  );
});

it('a month has its year', () => {
  expect(monthAndYear('2026-11')).toBe('November 2026');
  expect(monthAndYear('2026-01')).toBe('January 2026');
});
