import { isDeepStrictEqual } from 'node:util';
import { ask, type Call, OPERATIONS, type Operation } from './calls.ts';

/** One of the two that must answer alike. */
export interface Answerer {
  url: string;
  call(operation: Operation): Call;
}

/**
 * Makes sure that two servers do the same work before their speed is compared.
 * @throws with the first operation that they answer differently, byte for byte where neither made anything up.
 */
export async function demandSame(one: Answerer, other: Answerer, by: 'byte' | 'field'): Promise<void> {
  for (const operation of OPERATIONS) {
    const [mine, theirs] = await Promise.all([answerOf(one, operation), answerOf(other, operation)]);
    const same = by === 'byte' ? mine.text === theirs.text : isDeepStrictEqual(parsed(mine), parsed(theirs));
    if (same && mine.status === theirs.status && mine.total === theirs.total) continue;
    throw new Error(`${operation} is answered differently: ${difference(mine, theirs)}`);
  }
}

/** Where two answers part. */
export function difference(mine: unknown, theirs: unknown): string {
  const [one, other] = [JSON.stringify(mine), JSON.stringify(theirs)];
  const start = [...one].findIndex((letter, place) => letter !== other[place]);
  const [from, to] = [Math.max(0, start - 30), start + 60];
  return `…${one.slice(from, to)}… and …${other.slice(from, to)}…`;
}

async function answerOf({ url, call }: Answerer, operation: Operation) {
  const answer = await ask(url, call(operation));
  const text = masked(await answer.text());
  return { status: answer.status, total: answer.headers.get('x-total-count'), text };
}

/** What each server makes up by itself, when it writes. */
function masked(text: string): string {
  return text
    .replace(/"(_id|id)":"(?![pcm]-)[^"]*"/g, '"$1":""')
    .replace(/"(createdAt|updatedAt)":"[^"]*"/g, '"$1":""');
}

function parsed({ text }: { text: string }): unknown {
  return JSON.parse(text);
}
