import type { Topic } from '@onus/contract/live/topic';
import { tracked } from '@trpc/server';
import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import type { Inbox } from '../core/live/events.ts';
import type { Scope } from '../core/scope.ts';

type Reader = Context & Access<Scope>;

/**
 * The topics that changed for one browser, for as long as its session lives. A socket's context is made
 * once, so the session is looked at again on every change event (architecture rule 8).
 */
export function streamTopics(ctx: Reader, signal: AbortSignal | undefined) {
  const { userId, sessionId } = whoReads(ctx);
  // Opened here, not inside the generator: a generator starts late and would miss what comes before.
  return whileAlive(ctx, sessionId, ctx.events.open(userId, signal), topics => topics);
}

/**
 * The same for a browser that comes back. The first event is sent at once, with the topics that changed while it was
 * away: none of them if it has missed nothing, and all if that is not known.
 * @param lastEventId of the last event that it has received, also from the process before this one.
 */
export function streamTopicsSince(
  ctx: Reader,
  signal: AbortSignal | undefined,
  lastEventId: string | null | undefined,
) {
  const { userId, sessionId } = whoReads(ctx);
  const inbox = ctx.events.open(userId, signal);
  const numbered = (topics: Topic[]) => tracked(inbox.lastId(), topics);
  return whileAlive(ctx, sessionId, inbox, numbered, numbered(ctx.events.since(userId, lastEventId)));
}

function whoReads(ctx: Reader) {
  return ctx.read((_db, { userId, sessionId }) => ({ userId, sessionId }));
}

async function* whileAlive<Event>(
  ctx: Reader,
  sessionId: string,
  inbox: Inbox,
  eventOf: (topics: Topic[]) => Event,
  first?: Event,
): AsyncGenerator<Event> {
  try {
    if (first !== undefined) yield first;
    for await (const topics of inbox) {
      const now = await ctx.sessions.alive(sessionId);
      if (!now || now.mustEnroll) return;
      yield eventOf(topics);
    }
  } finally {
    inbox.close();
  }
}
