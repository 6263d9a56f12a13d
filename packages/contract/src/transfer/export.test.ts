import { expect, test } from 'vitest';
import { exportFile } from './export.ts';
import { type ExportPage, joinPages } from './export-parts.ts';

const ANA = '0198c0de-0000-7000-8000-000000000001';
const BEN = '0198c0de-0000-7000-8000-000000000002';
const AT = '2026-01-01T12:00:00.000Z';
const account = { roles: ['Manager'], active: true, timeZone: null, createdAt: AT };
const ana = { id: ANA, username: 'Ana', email: 'ana@example.com', manager: null, account };
const ben = { ...ana, id: BEN, username: 'Ben', email: 'ben@example.com', manager: ANA };
const bins = {
  ...{ id: BEN, creator: ANA, manager: null, title: 'Bins', text: '', dueDate: AT, completed: false },
  ...{ dueTime: '17:30', assignees: [BEN], series: ANA, recurrenceType: 'daily', recurrenceInterval: 1 },
  ...{ recurrenceEndDate: null, firstDay: '2026-01-01', anchorDay: 1, ended: false, unclaimed: false },
  ...{ recurrenceDays: [], recurrenceEvery: 1, recurrenceFrom: 'due', completedAt: null, completedBy: null },
  ...{ scheduledDay: '2026-01-01', follows: null, createdAt: AT, updatedAt: AT },
};
const thread = { id: ANA, users: [ANA, BEN], read: [{ user: ANA, sequence: 1 }], createdAt: AT };
const said = {
  ...{ id: ANA, sequence: 1, conversation: ANA, sender: BEN, text: '', timestamp: AT },
  ...{ editedAt: null, deletedAt: AT },
};
const file = {
  ...{ format: 'onus-export', version: 2, kind: 'household', madeAt: AT, owner: ANA },
  ...{ people: [ana, ben], tasks: [bins], groceries: [], conversations: [thread], messages: [said] },
};

/** Where a file is wrong, and why. */
function complaints(content: unknown): string[] {
  const { error } = exportFile.safeParse(content);
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
}

test('a consistent file is accepted unchanged', () => {
  expect(exportFile.parse(file)).toEqual(file);
});

test('a file of version 1 gets schedules', () => {
  const old = {
    ...{ creator: ANA, manager: null, title: 'Bins', text: '', assignees: [], series: ANA },
    ...{ recurrenceType: 'weekly', recurrenceInterval: 1, recurrenceEndDate: null, anchorDay: 9 },
    ...{ createdAt: AT, updatedAt: AT },
  };
  const on = (id: string, day: string, completed: boolean, more = {}) => ({
    ...old,
    ...{ id: ANA.slice(0, -1) + id, dueDate: `2026-01-${day}T12:00:00.000Z`, completed, ...more },
  });
  const tasks = [
    on('2', '02', true),
    on('3', '09', true),
    on('4', '03', false),
    on('5', '16', false, { recurrenceType: 'daily', anchorDay: 16 }),
    on('6', '17', false, { recurrenceType: 'none' }),
  ];
  const read = exportFile.parse({ ...file, version: 1, tasks });
  expect(
    read.tasks.map(one => [
      one.series !== null,
      one.recurrenceType,
      one.firstDay,
      one.scheduledDay,
      one.follows,
    ]),
  ).toEqual([
    [true, 'daily', '2026-01-16', '2026-01-02', null],
    [true, 'daily', '2026-01-16', '2026-01-09', null],
    [true, 'daily', '2026-01-16', null, `${ANA.slice(0, -1)}2`],
    [true, 'daily', '2026-01-16', '2026-01-16', `${ANA.slice(0, -1)}3`],
    [false, 'none', null, null, null],
  ]);
  const ended = exportFile.parse({ ...file, version: 1, tasks: tasks.slice(0, 2) });
  expect(ended.tasks.map(one => one.ended)).toEqual([true, true]);
});

test.each([
  [{ ...file, format: 'other' }, 'format This file is not an export of Onus'],
  [{ ...file, version: 3 }, 'version Another version of Onus wrote this export'],
  [
    { ...file, tasks: [{ ...bins, recurrenceType: 'weekdays' }] },
    'tasks.0.recurrenceDays must name at least one weekday',
  ],
  [
    { ...file, tasks: [{ ...bins, completedBy: `${BEN.slice(0, -1)}9` }] },
    'tasks.0 names a person who is not among the people',
  ],
  [{ ...file, people: [ben] }, 'owner has no account among the people'],
  [
    { ...file, people: [ana, { ...ben, username: null }] },
    'people.1 has an account without a name or an email',
  ],
  [{ ...file, people: [ana, { ...ben, email: ana.email }] }, 'people.1 is there twice'],
  [
    {
      ...file,
      people: [
        { ...ana, manager: BEN, account },
        { ...ben, manager: null },
      ],
    },
    'people.1 has an account and',
  ],
  [{ ...file, kind: 'user' }, 'people.1 has an account and is neither the owner nor a member'],
  [
    { ...file, people: [{ ...ana, manager: bins.series.replace('1', '9') }, ben] },
    'people.0.manager names a person',
  ],
  [{ ...file, tasks: [{ ...bins, dueDate: '2026-01-01' }] }, 'tasks.0.dueDate must be a timestamp as'],
  [{ ...file, tasks: [{ ...bins, password: 'x' }] }, 'tasks.0 '],
  [{ ...file, tasks: [{ ...bins, creator: AT }] }, 'tasks.0.creator '],
  [{ ...file, tasks: [bins], people: [ana] }, 'tasks.0 names a person who is not among the people'],
  [{ ...file, tasks: [bins, { ...bins, series: null, recurrenceType: 'none' }] }, 'tasks.1 is there twice'],
  [{ ...file, tasks: [bins, { ...bins, id: ANA }] }, 'tasks.1 is there twice'],
  [{ ...file, tasks: [{ ...bins, series: null }] }, 'tasks.0.series must be named: the task repeats'],
  [{ ...file, tasks: [{ ...bins, recurrenceType: 'none' }] }, 'tasks.0.series must be null'],
  [{ ...file, tasks: [{ ...bins, firstDay: null }] }, 'tasks.0.firstDay must be named'],
  [{ ...file, tasks: [{ ...bins, scheduledDay: '2026-02-30' }] }, 'tasks.0.scheduledDay must be a date'],
  [
    { ...file, tasks: [bins, { ...bins, id: ANA, scheduledDay: null, firstDay: '2026-01-02' }] },
    'tasks.1.series has several rules',
  ],
  [{ ...file, tasks: [bins, { ...bins, id: ANA, scheduledDay: '2026-01-02' }] }, 'tasks.1 is there twice'],
  [{ ...file, tasks: [{ ...bins, completedAt: AT }] }, 'tasks.0.completedAt must be null: the task is open'],
  [{ ...file, tasks: [{ ...bins, completedBy: BEN }] }, 'tasks.0.completedBy must be null: the task is open'],
  [{ ...file, tasks: [{ ...bins, assignees: [ANA, ANA] }] }, 'tasks.0.assignees names a person twice'],
  [
    { ...file, conversations: [thread, { ...thread, id: BEN, users: [BEN, ANA] }] },
    'conversations.1 is there twice',
  ],
  [
    { ...file, conversations: [{ ...thread, users: [ANA, ANA] }] },
    'conversations.0 is not between a person with an account and',
  ],
  [
    { ...file, owner: BEN, conversations: [{ ...thread, read: [{ user: AT, sequence: 1 }] }] },
    'conversations.0.read',
  ],
  [{ ...file, messages: [said, { ...said, id: BEN }] }, 'messages.1 is there twice'],
  [{ ...file, conversations: [] }, 'messages.0 was not sent by one of the two of its conversation'],
  [{ ...file, messages: [{ ...said, text: 'x' }] }, 'messages.0.text must be empty: the message was deleted'],
])('what does not is refused: %#', (content, complaint) => {
  expect(complaints(content).join('\n')).toContain(complaint);
});

test('pages join to one file, with each person once and complete', () => {
  const empty = { people: [], tasks: [], groceries: [], conversations: [], messages: [] };
  const page = (rows: object) => ({ ...file, ...empty, nextCursor: null, ...rows }) as ExportPage;
  const name = { ...ben, username: null, email: null, manager: null, account: null };
  const joined = joinPages([
    page({ tasks: [bins], people: [name], nextCursor: 'groceries 1 ' }),
    page({ conversations: [thread], people: [{ ...name, username: 'Ben' }, ana] }),
    page({ messages: [said], people: [ben, name] }),
  ]);
  expect(joined).toEqual(file);
});

test('a message has no number that leaves no room for those that follow', () => {
  const numbered = (sequence: number) => complaints({ ...file, messages: [{ ...said, sequence }] });
  expect(numbered(10 ** 14)).toEqual([]);
  expect(numbered(Number.MAX_SAFE_INTEGER)).toEqual(['messages.0.sequence must be at most 10^14']);
});
