import { expect, test } from 'vitest';
import { groceryCells, taskCells } from './sheet.ts';

const TASK = {
  title: 'Bins',
  text: '',
  dueDate: '2026-03-05',
  dueTime: '',
  completed: '',
  recurrenceType: '',
  recurrenceInterval: '',
  recurrenceEndDate: '',
  recurrenceDays: '',
  recurrenceEvery: '',
  recurrenceFrom: '',
  assignees: '',
};
const ITEM = { name: 'Milk', count: '', price: '', purchased: '', section: '' };

test.each([
  ['2026-03-05', '2026-03-05T12:00:00.000Z'],
  ['03-05-2026', '2026-03-05T12:00:00.000Z'],
  ['2026-03-05T08:30:00+02:00', '2026-03-05T08:30:00+02:00'],
  ['2026-02-30', '2026-02-30'],
  ['3/5/2026', '3/5/2026'],
])('the date %s is %s, to be checked as any other', (typed, read) => {
  expect(taskCells.parse({ ...TASK, dueDate: ` ${typed} ` }).dueDate).toBe(read);
});

test.each([
  ['Yes', true],
  ['TRUE', true],
  ['1', true],
  ['x', true],
  ['done', true],
  ['', false],
  ['no', false],
  ['0', false],
  ['False', false],
])('completed %j is %j', (typed, read) => {
  expect(taskCells.parse({ ...TASK, completed: typed }).completed).toBe(read);
});

test.each([
  ['1;4', [1, 4]],
  ['Monday; thu', [1, 4]],
  ['Sundays', [7]],
  ['', []],
  ['today', [Number.NaN]],
])('the weekdays %j are %j', (typed, read) => {
  expect(taskCells.parse({ ...TASK, recurrenceDays: typed }).recurrenceDays).toEqual(read);
});

test('an invalid boolean or count is refused', () => {
  expect(taskCells.safeParse({ ...TASK, completed: 'maybe' }).error?.issues[0]?.message).toBe(
    'Completed must be yes or no',
  );
  for (const count of ['two', '2 kg', '0', '-1', '1.5', '1e3']) {
    expect(groceryCells.safeParse({ ...ITEM, count }).error?.issues[0]?.message).toBe(
      'Count must be a whole number, at least 1',
    );
  }
});

test.each([
  ['', 0],
  ['1.39', '1.39'],
  ['$1.39', '1.39'],
  ['$ 1,234.50', '1234.50'],
  ['1,234', '1234'],
  ['1,39', '1.39'],
  ['cheap', 'cheap'],
])('the price %j is %j, to be checked as any other', (price, read) => {
  expect(groceryCells.parse({ ...ITEM, price }).price).toBe(read);
});

test('semicolons separate people', () => {
  expect(taskCells.parse({ ...TASK, assignees: 'Ben; cleo@example.com;;' }).assignees).toEqual([
    'Ben',
    'cleo@example.com',
  ]);
});
