import type { Topic } from '@onus/contract/live/topic';
import { tracked } from '@trpc/server';
import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import type { Scope } from '../core/scope.ts';

type Reader = Context & Access<Scope>;

/**
 * The topics that changed for one browser, for as long as its session lives. A socket's context is made
 * once, so the session is looked at again on every change event (architecture rule 8).
 */
export function streamTopics(ctx: Reader, signal: AbortSignal | undefined) {
  const reader = { ...whoReads(ctx), signal };
  return topicsSince(ctx, reader, ctx.events.lastId(), topics => (topics.length > 0 ? topics : null));
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
  const reader = { ...whoReads(ctx), signal };
  return topicsSince(ctx, reader, lastEventId, (topics, lastId) => tracked(lastId, topics));
}

function whoReads(ctx: Reader) {
  return ctx.read((_db, { userId, sessionId }) => ({ userId, sessionId }));
}

interface Who {
  userId: string;
  sessionId: string;
  signal: AbortSignal | undefined;
}

/**
 * Listens only when it is read, a moment after the call: tRPC reads no stream whose socket has closed, and nothing would
 * end its inbox. What changes in that moment is among the first topics.
 */
async function* topicsSince<Event>(
  ctx: Reader,
  { userId, sessionId, signal }: Who,
  id: string | null | undefined,
  eventOf: (topics: Topic[], lastId: string) => Event | null,
): AsyncGenerator<Event> {
  const inbox = ctx.events.open(userId, signal);
  const ticks = inbox[Symbol.asyncIterator]();
  let topics = ctx.events.since(userId, id);
  try {
    for (;;) {
      const event = eventOf(topics, inbox.lastId());
      if (event !== null) {
        const now = await ctx.sessions.alive(sessionId);
        if (!now || now.mustEnroll) return;
        yield event;
      }
      const next = await ticks.next();
      if (next.done) return;
      topics = next.value;
    }
  } finally {
    inbox.close();
  }
}
