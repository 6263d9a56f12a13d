import { expect, it } from 'vitest';
import { linkSearch, optionalTab, optionalText } from './search.ts';

const tab = optionalTab(['today', 'overdue']);

it.each([
  ['overdue', 'overdue'],
  ['today', undefined],
  ['nothing', undefined],
  [7, undefined],
  [undefined, undefined],
])('the tab %j in a URL', (given, read) => {
  expect(tab.parse(given)).toBe(read);
});

it.each([
  ['milk', 'milk'],
  [7, undefined],
  [['milk'], undefined],
  [undefined, undefined],
])('the text %j in a URL', (given, read) => {
  expect(optionalText.parse(given)).toBe(read);
});

it('a token of digits alone is a token', () => {
  expect(linkSearch.parse({ token: 123 })).toEqual({ token: '123' });
  expect(linkSearch.parse({})).toEqual({});
});
