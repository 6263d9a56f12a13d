import { expect, test } from 'vitest';
import { type QuickEntry, readQuickEntry } from './entry.ts';
import type { DateOrder } from './parts/days-of-year.ts';
import { DAYS, SLASHES } from './testing/days.ts';
import { RULES, TIMES } from './testing/rules.ts';
import { MARKED, TITLES } from './testing/titles.ts';

/** A Wednesday. */
const TODAY = '2026-03-11';
const PEOPLE = [
  { id: '1', username: 'Ana' },
  { id: '2', username: 'Ben' },
];

function read(text: string, order: DateOrder): QuickEntry {
  return readQuickEntry(text, {
    today: TODAY,
    order,
    people: PEOPLE,
    me: '1',
    plain: [],
  });
}

/**
 * The meaning of a line: day, time, type/every:weekdays, "done" for one from completion, "end" for one at the end of the
 * month, end date, people, ?marked words, unknown names.
 */
function meaningOf(entry: QuickEntry): string {
  const { day, dueTime, recurrenceType: type, endDay, recurrenceFrom, recurrenceAnchor } = entry;
  const count = type === 'interval' ? entry.recurrenceInterval : entry.recurrenceEvery;
  const rule = [type, count > 1 && `/${count}`, type === 'weekdays' && `:${entry.recurrenceDays.join('')}`];
  return [
    day,
    dueTime,
    type !== 'none' && rule.filter(Boolean).join(''),
    recurrenceFrom === 'done' && 'done',
    recurrenceAnchor && 'end',
    endDay && `until ${endDay}`,
    ...entry.assignees.map(id => `@${PEOPLE.find(person => person.id === id)?.username}`),
    ...entry.spans.filter(({ kind }) => kind === 'unknown').map(({ words }) => `?${words}`),
    ...entry.strangers.map(({ name }) => `no @${name}`),
  ]
    .filter(Boolean)
    .join(' ');
}

function rowsOf(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map(row => row.split('|').map(cell => cell.trim()));
}

const rows = [DAYS, TIMES, RULES, MARKED, TITLES].flatMap(rowsOf);
const slashes = rowsOf(SLASHES);

test('the corpus has at least 300 lines, each once', () => {
  const lines = [...rows, ...slashes].map(([line]) => line);
  expect(lines.length).toBeGreaterThanOrEqual(300);
  expect(new Set(lines).size).toBe(lines.length);
});

test.each(rows)('"%s" is "%s", %s', (line = '', title, meaning) => {
  for (const order of ['mdy', 'dmy'] as const) {
    const entry = read(line, order);
    expect([entry.title, meaningOf(entry)]).toEqual([title, meaning]);
  }
});

test.each(slashes)('"%s" is "%s", %s in en-US, and "%s", %s in en-GB and de', (line = '', ...cells) => {
  const read12 = (['mdy', 'dmy'] as const).map(order => read(line, order));
  expect(read12.flatMap(entry => [entry.title, meaningOf(entry)])).toEqual(cells);
});
