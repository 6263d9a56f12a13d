import { expect, it } from 'vitest';
import { type Item, priceOf, totalOf } from './grocery.ts';

function item(fields: Partial<Item>): Item {
  return {
    id: '1',
    count: 1,
    price: 0,
    ...fields,
  } as Item;
}

it('sums are exact to the cent', () => {
  expect(priceOf(item({ count: 3, price: 0.1 }))).toBe(0.3);
  expect(totalOf(Array.from({ length: 10 }, () => item({ price: 0.1 })))).toBe(1);
  expect(totalOf([])).toBe(0);
});
