import { isDeepStrictEqual } from 'node:util';
import { ask, type Call, OPERATIONS, type Operation } from '../../load/operations.ts';

/** One of two servers whose responses must be equal. */
export interface ComparedServer {
  url: string;
  call(operation: Operation): Call;
}

/**
 * Makes sure that two servers do the same work before their speed is compared.
 * @throws with the first operation whose responses differ, byte for byte except for what each server generates.
 */
export async function assertSameResponses(
  one: ComparedServer,
  other: ComparedServer,
  by: 'byte' | 'field',
): Promise<void> {
  for (const operation of OPERATIONS) {
    const [mine, theirs] = await Promise.all([responseOf(one, operation), responseOf(other, operation)]);
    const same = by === 'byte' ? mine.text === theirs.text : isDeepStrictEqual(parsed(mine), parsed(theirs));
    if (same && mine.status === theirs.status && mine.total === theirs.total) continue;
    throw new Error(`${operation} gets different responses: ${difference(mine, theirs)}`);
  }
}

/** Where two responses differ. */
export function difference(mine: unknown, theirs: unknown): string {
  const [one, other] = [JSON.stringify(mine), JSON.stringify(theirs)];
  const start = [...one].findIndex((letter, place) => letter !== other[place]);
  const [from, to] = [Math.max(0, start - 30), start + 60];
  return `…${one.slice(from, to)}… and …${other.slice(from, to)}…`;
}

async function responseOf({ url, call }: ComparedServer, operation: Operation) {
  const response = await ask(url, call(operation));
  const text = masked(await response.text());
  return { status: response.status, total: response.headers.get('x-total-count'), text };
}

/** The values that each server generates on a write. json-server does not know who completes a task. */
function masked(text: string): string {
  return text
    .replace(/"(_id|id)":"(?![pcm]-)[^"]*"/g, '"$1":""')
    .replace(/"(createdAt|updatedAt)":"[^"]*"/g, '"$1":""')
    .replace(/"(completedAt|completedBy)":(null|"[^"]*"|\{[^}]*\})/g, '"$1":null');
}

function parsed({ text }: { text: string }): unknown {
  return JSON.parse(text);
}
