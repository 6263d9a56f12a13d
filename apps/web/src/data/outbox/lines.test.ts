import { expect, test } from 'vitest';
import { forgetLines, sentLines, submittedLines } from './lines.ts';

function line(field: string) {
  return { id: field, text: 'Bins', plain: [], field, today: '2031-01-01', assignTo: [] };
}

test('a person who discards lines leaves those of the person before', () => {
  submittedLines.set({ 'ana mine': ['Bins'], 'anabel mine': ['Desk'] });
  sentLines.set([line('ana groceries'), line('anabel mine')]);
  forgetLines('ana');
  expect(submittedLines.get()).toEqual({ 'anabel mine': ['Desk'] });
  expect(sentLines.get()).toEqual([line('anabel mine')]);
});
