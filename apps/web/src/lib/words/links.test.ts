import { expect, it } from 'vitest';
import { linkedRows, piecesOf } from './links.ts';

it.each([
  ['no link', []],
  ['see https://example.com/a?b=c#d now', ['https://example.com/a?b=c#d']],
  ['HTTP://EXAMPLE.COM', ['HTTP://EXAMPLE.COM']],
  ['two: http://a.example, https://b.example.', ['http://a.example', 'https://b.example']],
  ['(https://example.com/wiki/Bin_(waste))', ['https://example.com/wiki/Bin_(waste)']],
  ['“https://example.com”', ['https://example.com']],
  ['[https://example.com]!', ['https://example.com']],
  ['javascript:alert(1) data:text/html,x', []],
  ['https://', []],
  ['ftp://example.com mailto:ana@example.com', []],
  ['xhttps://example.com', []],
])('%s', (text, links) => {
  const pieces = piecesOf(text);
  expect(pieces.flatMap(({ href }) => href ?? [])).toEqual(links);
  expect(pieces.map(piece => piece.text).join('')).toBe(text);
  for (const { at, text: part } of pieces) expect(text.startsWith(part, at)).toBe(true);
});

it.each([
  ['no link', []],
  ['see https://onus.example/dash/tasks?task=a, please', ['task a']],
  ['https://onus.example/dash/tasks?tab=overdue&task=a#b', ['task a']],
  ['https://other.example/dash/tasks?task=a', []],
  ['http://onus.example/dash/tasks?task=a', []],
  ['https://onus.example/dash/tasks https://onus.example/dash/tasks?task=', []],
  ['https://onus.example/dash/groceries?task=a', []],
  ['https://onus.example/dash/groceries?item=a https://onus.example/dash/tasks?task=b', ['item a', 'task b']],
  [
    ['c', 'a', 'c', 'b', 'd'].map(id => `https://onus.example/dash/tasks?task=${id}`).join('\n'),
    ['task c', 'task a', 'task b'],
  ],
])('the tasks and items in %j', (text, rows) => {
  expect(linkedRows(text, 'https://onus.example').map(({ kind, id }) => `${kind} ${id}`)).toEqual(rows);
});
