import type { Topic } from '@onus/contract/topic';
import type { Context } from './context.ts';
import type { Inbox } from './events.ts';
import type { Scope } from './scope.ts';

/**
 * The topics that changed for one browser, for as long as its session lives. A socket's context is made
 * once, so the session is looked at again on every tick (law 8).
 */
export function streamTopics(ctx: Context & { scope: Scope }, signal: AbortSignal | undefined) {
  // Opened here, not inside the generator: a generator starts late and would miss what comes before.
  return whileAlive(ctx, ctx.events.open(ctx.scope.userId, signal));
}

async function* whileAlive(ctx: Context & { scope: Scope }, inbox: Inbox): AsyncGenerator<Topic[]> {
  for await (const topics of inbox) {
    if (!(await ctx.sessions.alive(ctx.scope.sessionId))) return;
    yield topics;
  }
}
