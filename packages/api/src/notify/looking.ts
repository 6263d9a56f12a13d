import { once } from 'node:events';
import type { Looking } from '@onus/contract/notify/settings';
import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import type { Scope } from '../core/scope.ts';

/**
 * Lasts as long as a page is visible: its socket ends it when the browser is gone. It yields nothing.
 */
export function streamLooking(ctx: Context & Access<Scope>, what: Looking, signal: AbortSignal | undefined) {
  const userId = ctx.read((_db, scope) => scope.userId);
  const leave = ctx.presence.enter(userId, what);
  // Also where the generator is never started.
  signal?.addEventListener('abort', leave, { once: true });
  return untilGone(leave, signal);
}

function untilGone(leave: () => void, signal: AbortSignal | undefined): AsyncIterable<never> {
  async function end(): Promise<IteratorResult<never, undefined>> {
    leave();
    return { done: true, value: undefined };
  }

  async function next(): Promise<IteratorResult<never, undefined>> {
    if (signal && !signal.aborted) await once(signal, 'abort');
    return end();
  }

  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}
