import type { Topic } from '@onus/contract/topic';
import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import type { Inbox } from '../core/events.ts';
import type { Scope } from '../core/scope.ts';

type Reader = Context & Access<Scope>;

/**
 * The topics that changed for one browser, for as long as its session lives. A socket's context is made
 * once, so the session is looked at again on every change event (architecture rule 8).
 */
export function streamTopics(ctx: Reader, signal: AbortSignal | undefined) {
  const { userId, sessionId } = ctx.read((_db, { userId, sessionId }) => ({ userId, sessionId }));
  // Opened here, not inside the generator: a generator starts late and would miss what comes before.
  return whileAlive(ctx, sessionId, ctx.events.open(userId, signal));
}

async function* whileAlive(ctx: Reader, sessionId: string, inbox: Inbox): AsyncGenerator<Topic[]> {
  for await (const topics of inbox) {
    const now = await ctx.sessions.alive(sessionId);
    if (!now || now.mustEnroll) return;
    yield topics;
  }
}
