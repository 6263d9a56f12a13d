import { readQuickEntry } from '@onus/contract/quick-line/entry';
import { createTaskInput } from '@onus/contract/task';
import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { READING } from './quick-reader.ts';
import { taskOf } from './task-of.ts';

const ANA = { id: uuid(), username: 'Ana' };
const reader = { ...READING, today: '2026-03-11', people: [ANA], me: ANA.id, plain: [] };

test.each([
  ['bins', 'bins', 'none', 1, null],
  ['bins every day', 'bins', 'daily', 1, null],
  ['bins every week until 1 may', 'bins', 'weekly', 1, '2026-05-01T12:00:00.000Z'],
  ['bins every 3 days', 'bins', 'interval', 3, null],
  ['rent on the 1st every month', 'rent', 'monthly', 1, null],
  ['bins every weekday 5pm', 'bins', 'weekdays', 1, null],
] as const)(
  'the server takes "%s" as "%s", %s',
  (line, title, recurrenceType, recurrenceInterval, recurrenceEndDate) => {
    const task = createTaskInput.parse(taskOf(uuid(), readQuickEntry(line, reader), [ANA.id]));
    expect(task).toMatchObject({
      title,
      recurrenceType,
      recurrenceInterval,
      recurrenceEndDate,
      assignees: [ANA.id],
    });
  },
);

test.each<[string, object]>([
  ['bins every 2 weeks', { recurrenceType: 'weekly', recurrenceEvery: 2 }],
  ['bins every 2 months', { recurrenceType: 'monthly', recurrenceEvery: 2 }],
  ['bins every! 3 days', { recurrenceType: 'interval', recurrenceInterval: 3, recurrenceFrom: 'done' }],
  ['bins every mon and thu', { recurrenceType: 'weekdays', recurrenceDays: [1, 4] }],
  ['bins every mon and thu 5pm', { recurrenceType: 'weekdays', dueTime: '17:00' }],
  ['bins fri 17:30', { recurrenceType: 'none', dueTime: '17:30', dueDate: '2026-03-13T12:00:00.000Z' }],
  ['bins fri', { dueTime: null }],
  ['rent every month', { recurrenceAnchor: null }],
  [
    'rent 5 apr every last day of the month',
    { recurrenceType: 'monthly', recurrenceAnchor: 31, dueDate: '2026-04-30T12:00:00.000Z' },
  ],
  ['tree every dec 24', { recurrenceType: 'yearly', dueDate: '2026-12-24T12:00:00.000Z' }],
])('the server takes the time and the rule of "%s"', (line, rule) => {
  const task = createTaskInput.parse(taskOf(uuid(), readQuickEntry(line, reader), []));
  expect(task).toMatchObject(rule);
});
