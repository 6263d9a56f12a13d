import { describe, expect, it } from 'vitest';
import type { Queued } from '../../../data/outbox/operation.ts';
import type { Message } from '../chat.ts';
import type { Unsent } from '../send/unsent.ts';
import { linesOf } from './lines.ts';

const ANA = { id: 'ana', username: 'Ana' };
const BEN = { id: 'ben', username: 'Ben' };
const NOON = Date.parse('2026-11-05T12:00:00.000Z');

function stored(id: string, sender: typeof ANA, seconds: number): Message {
  return { id, sender, timestamp: NOON + seconds * 1_000, message: id } as Message;
}

function unsent(id: string, seconds: number, failure: string | null = null): Unsent {
  const timestamp = NOON + seconds * 1_000;
  const operation = failure === null ? undefined : ({ refusal: failure } as Queued);
  return { id, op: `op ${id}`, conversationId: 'c', text: id, timestamp, operation };
}

/** Of each line its text, and brackets where a group of them begins and ends. */
function shapeOf(lines: ReturnType<typeof linesOf>): string {
  return lines.map(({ text, opens, closes }) => `${opens ? '[' : ''}${text}${closes ? ']' : ''}`).join(' ');
}

describe('lines', () => {
  it('of one person in one minute are a group', () => {
    const messages = [stored('a', ANA, 0), stored('b', ANA, 59), stored('c', ANA, 60), stored('d', BEN, 61)];
    expect(shapeOf(linesOf(messages, [], ANA))).toBe('[a b] [c] [d]');
  });

  it('that the server has not confirmed come last, and join their minute', () => {
    expect(shapeOf(linesOf([stored('a', ANA, 0)], [unsent('b', 1)], ANA))).toBe('[a b]');
  });

  it('that failed stand apart', () => {
    expect(shapeOf(linesOf([stored('a', ANA, 0)], [unsent('b', 1, 'No'), unsent('c', 2)], ANA))).toBe(
      '[a] [b] [c]',
    );
  });

  it('that are in both are one, as the server has it', () => {
    const [line, ...others] = linesOf([stored('a', ANA, 0)], [unsent('a', 0)], ANA);
    expect(others).toEqual([]);
    expect(line).toMatchObject({ unsent: null, stored: { id: 'a' } });
  });

  it('have the heading of their day once', () => {
    const day = 86_400;
    const messages = [stored('a', ANA, -day), stored('b', BEN, -day + 60), stored('c', ANA, 0)];
    const headings = linesOf(messages, [], ANA).map(({ day: heading }) => heading !== null);
    expect(headings).toEqual([true, false, true]);
  });

  it('are mine or those of another', () => {
    const lines = linesOf([stored('a', ANA, 0), stored('b', BEN, 1)], [unsent('c', 2)], ANA);
    expect(lines.map(({ mine }) => mine)).toEqual([true, false, true]);
  });
});
