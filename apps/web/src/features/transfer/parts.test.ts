import { type VikunjaTask, vikunjaTask } from '@onus/contract/transfer/vikunja';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { textOf } from './files.ts';
import { partsOf } from './parts.ts';
import { isTooLarge } from './sheet.ts';

const NEVER = '0001-01-01T00:00:00Z';

/** A task as Vikunja writes it. */
function task(title: string, more = {}) {
  const person = { id: 1, name: '', username: 'ana', created: '2026-03-05T08:00:00Z' };
  return {
    id: 1,
    title,
    description: '',
    done: false,
    done_at: NEVER,
    due_date: NEVER,
    repeat_after: 0,
    labels: null,
    related_tasks: {},
    created_by: person,
    ...more,
  };
}

test('of an export of Vikunja what is not read is left out', () => {
  const tasks = [task('Bins', { due_date: '2031-03-05T08:00:00Z', assignees: [{ id: 2, username: 'ben' }] })];
  const [part = '', ...more] = partsOf(
    'vikunja',
    JSON.stringify([{ id: 1, title: 'House', tasks, buckets: [] }]),
  );
  expect(more).toEqual([]);
  expect(JSON.parse(part)).toEqual([
    {
      title: 'House',
      tasks: [
        {
          title: 'Bins',
          due_date: '2031-03-05T08:00:00Z',
          assignees: [{ username: 'ben' }],
          related_tasks: {},
        },
      ],
    },
  ]);
});

test('everything that the server reads of a task is sent', () => {
  const person = { name: 'Ben', username: 'ben', email: 'ben@example.com' };
  const full: Required<VikunjaTask> = {
    title: 'Bins',
    description: '<p>x</p>',
    done: true,
    due_date: '2031-03-05T08:00:00Z',
    start_date: '2031-03-05T08:00:00Z',
    end_date: '2031-03-05T08:00:00Z',
    repeat_after: 1,
    repeat_mode: 1,
    priority: 1,
    percent_done: 0.5,
    assignees: [person],
    labels: [{ title: 'home' }],
    reminders: [{ reminder: '2031-03-05T08:00:00Z' }],
    comments: [{ comment: 'x', author: person }],
    attachments: [{ file: { name: 'x.pdf' } }],
    related_tasks: { parenttask: [{ title: 'House' }] },
  };
  const [part = ''] = partsOf('vikunja', JSON.stringify([{ title: 'House', tasks: [full] }]));
  expect(JSON.parse(part)).toEqual([{ title: 'House', tasks: [full] }]);
  expect(Object.keys(full).sort()).toEqual(Object.keys(vikunjaTask.shape).sort());
});

test('an export of many tasks comes in parts of which a request can carry each, in order', () => {
  const titles = Array.from({ length: 1_201 }, (_none, at) => `Task ${at}`);
  const tasks = titles.map((title, at) => task(title, { description: 'x"'.repeat(at % 7 === 0 ? 900 : 0) }));
  const parts = partsOf('vikunja', JSON.stringify([{ title: 'House', tasks }]));
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.filter(isTooLarge)).toEqual([]);
  const read = parts.map(part => JSON.parse(part).flatMap((one: { tasks: object[] }) => one.tasks));
  expect(Math.max(...read.map(one => one.length))).toBeLessThanOrEqual(500);
  expect(read.flat().map(({ title }) => title)).toEqual(titles);
});

test('an entry that cannot be read is left as it is, for the server to name', () => {
  const parts = partsOf('vikunja', JSON.stringify([{ title: 'House', tasks: [{ labels: 7 }, 'Bins'] }]));
  expect(parts.map(part => JSON.parse(part))).toEqual([
    [
      { title: 'House', tasks: [{ labels: 7 }] },
      { title: 'House', tasks: ['Bins'] },
    ],
  ]);
});

test('an export of many items comes in parts', () => {
  const items = Array.from({ length: 600 }, (_none, at) => ({
    name: `Item ${at}`,
    category: 'Dairy',
    icon: 'x',
  }));
  const parts = partsOf('kitchenowl', JSON.stringify({ items, recipes: [] }));
  expect(parts.map(part => JSON.parse(part).items.length)).toEqual([500, 100]);
  expect(JSON.parse(parts[0] ?? '').items[0]).toEqual({ name: 'Item 0', category: 'Dairy' });
});

test.each(['vikunja', 'kitchenowl', 'tasks'] as const)('%s: another text is one part as it is', kind => {
  expect(partsOf(kind, 'Title,Due Date')).toEqual(['Title,Due Date']);
});

test('a ZIP archive is read as its data.json', async () => {
  const data = JSON.stringify([{ title: 'Haus über', tasks: [] }]);
  const files = { 'files/1': new Uint8Array(100_000), VERSION: strToU8('v2'), 'data.json': strToU8(data) };
  expect(await textOf(new Blob([zipSync(files)]))).toBe(data);
});

test.each([
  ['without it', zipSync({ 'other.txt': strToU8('Milk') })],
  ['that is broken', strToU8('PK\u0003\u0004 and so on')],
])('an archive %s is refused in a sentence', async (_name, bytes) => {
  await expect(textOf(new Blob([bytes]))).rejects.toThrow('This archive has no data.json');
});
