import { expect, it } from 'vitest';
import type { Queued } from '../../../data/outbox/operation.ts';
import { describe } from './describe.ts';

function change(path: string, input: object, about = 'Milk'): Queued {
  return { path, input: { id: '1', ...input }, about } as Queued;
}

it.each([
  ['grocery.update', { price: 1.5 }, 'Change “Milk”: price $1.50'],
  ['grocery.update', { name: 'Oat milk', price: 0 }, 'Change “Milk”: now “Oat milk”, price $0.00'],
  ['grocery.update', { section: 'Dairy' }, 'Change “Milk”'],
  ['grocery.update', { purchased: true }, 'Tick off “Milk”'],
  ['task.update', { dueDate: '2026-11-28T12:00:00.000Z' }, 'Change “Milk”: due Sat, Nov 28'],
  ['task.update', { title: 'Milk', completed: true }, 'Complete “Milk”'],
  ['task.delete', {}, 'Delete “Milk”'],
])('%s %j is described as what it changes', (path, input, words) => {
  expect(describe(change(path, input))).toBe(words);
});
