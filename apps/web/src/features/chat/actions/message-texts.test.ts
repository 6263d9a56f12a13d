import { LIMITS } from '@onus/contract/limits/lengths';
import { createTaskInput } from '@onus/contract/task';
import { expect, test } from 'vitest';
import { itemsOf, taskTextsOf } from './message-texts.ts';

const FAMILY = '👨‍👩‍👧';

test.each([
  ['Buy stamps', 'Buy stamps', ''],
  ['\n  Buy stamps  \n\nTwo of them\nsoon\n', 'Buy stamps', 'Two of them\nsoon'],
  ['Bins\r\nblue', 'Bins', 'blue'],
  [`${'word '.repeat(39)}longer than that`, `${'word '.repeat(39).trim()}`, 'longer than that'],
  ['a'.repeat(201), 'a'.repeat(200), 'a'],
  [`a${'🛒'.repeat(110)}`, `a${'🛒'.repeat(99)}`, '🛒'.repeat(11)],
])('%j becomes a title and a description', (message, title, text) => {
  expect(taskTextsOf(message)).toEqual({ title, text });
});

test('the longest message loses nothing as a task, and the server takes it', () => {
  const message = FAMILY.repeat(LIMITS.message / FAMILY.length);
  const { title, text } = taskTextsOf(message);
  expect(title + text).toBe(message);
  const task = createTaskInput.parse({ title, text, dueDate: '2026-11-23T12:00:00.000Z' });
  expect(task.title.length).toBeGreaterThan(LIMITS.title - 2);
});

test('each line of a message is an item with its count, price and section', () => {
  expect(itemsOf('milk 2 1.39 #dairy\n\n- eggs\n• 🍞 bread 3')).toMatchObject([
    { name: 'milk', count: 2, price: '1.39', section: 'dairy' },
    { name: 'eggs', count: 1, price: null, section: null },
    { name: '🍞 bread', count: 3 },
  ]);
});

test('long names and sections are shortened between two characters', () => {
  const [item] = itemsOf(`a${'🛒'.repeat(80)} 2 #b${'🛒'.repeat(40)}`);
  expect(item).toMatchObject({
    name: `a${'🛒'.repeat(59)}`,
    count: 2,
    section: `b${'🛒'.repeat(29)}`,
  });
});
