import { SHEET_LIMITS } from '@onus/contract/transfer/sheet-limits';
import { describe, expect, it } from 'vitest';
import { textOf } from './files.ts';
import { counted, isTooLarge, kindOf } from './sheet.ts';

describe('a table is read as the spreadsheet saved it', () => {
  it.each([
    ['UTF-8', [0x5a, 0x6f, 0xc3, 0xab]],
    ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0x5a, 0x6f, 0xc3, 0xab]],
    ['UTF-16, low byte first', [0xff, 0xfe, 0x5a, 0, 0x6f, 0, 0xeb, 0]],
    ['UTF-16, high byte first', [0xfe, 0xff, 0, 0x5a, 0, 0x6f, 0, 0xeb]],
    ['the old letters of Windows', [0x5a, 0x6f, 0xeb]],
  ])('%s', async (_name, bytes) => {
    expect(await textOf(new Blob([Uint8Array.from(bytes)]))).toBe('Zoë');
  });
});

it.each([
  ['\ufeffTYPE,CONTENT,PRIORITY\n', 'tasks', 'todoist'],
  ['"TYPE";"CONTENT";"DATE"\n', 'tasks', 'todoist'],
  ['Title,Type,Content\n', 'tasks', 'tasks'],
  ['TYPE,CONTENT,PRIORITY\n', 'groceries', 'groceries'],
  ['\ufeffBEGIN:VCALENDAR\r\nVERSION:2.0', 'groceries', 'ics'],
  ['[{"title":"House"}]', 'tasks', 'vikunja'],
  ['{"items":[]}', 'tasks', 'kitchenowl'],
] as const)('%j chosen as %s is %s', (table, chosen, kind) => {
  expect(kindOf(table, chosen)).toBe(kind);
});

describe('a table that no request can carry', () => {
  it('has too many characters', () => {
    expect(isTooLarge('x'.repeat(SHEET_LIMITS.characters))).toBe(false);
    expect(isTooLarge('x'.repeat(SHEET_LIMITS.characters + 1))).toBe(true);
  });

  it('has few characters that take many bytes', () => {
    expect(isTooLarge('👍'.repeat(SHEET_LIMITS.characters / 2))).toBe(true);
    expect(isTooLarge('\u0001'.repeat(SHEET_LIMITS.characters / 2))).toBe(true);
  });
});

it.each([
  [1, 'tasks', '1 task'],
  [42, 'groceries', '42 items'],
  [1_000, 'tasks', '1,000 tasks'],
] as const)('%d %s', (count, kind, shown) => {
  expect(counted(count, kind)).toBe(shown);
});
