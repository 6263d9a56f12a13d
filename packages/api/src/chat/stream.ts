import { tracked } from '@trpc/server';
import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import type { Scope } from '../core/scope.ts';
import { messagesAfter } from './messages.ts';
import { latestSequence } from './threads.ts';

type Reader = Context & Access<Scope>;

/** Rows read at once; more wait in the database until the client has taken these. */
const PAGE = 50;

/**
 * The caller's messages from a sequence on, each once and in order, for as long as the session lives. It
 * listens first and reads then: what commits in between is either read or ticked (architecture rule 8). A client that
 * names no sequence begins now; one that has a list begins with the list's newest, and misses nothing.
 */
export function streamMessages(ctx: Reader, signal: AbortSignal | undefined, lastEventId?: number | null) {
  const { userId, sessionId } = ctx.read((_db, { userId, sessionId }) => ({ userId, sessionId }));
  return follow(ctx, { userId, sessionId, signal }, lastEventId ?? ctx.read(latestSequence));
}

interface Who {
  userId: string;
  sessionId: string;
  signal: AbortSignal | undefined;
}

/** Listens only when it is read: tRPC reads no stream whose socket has closed, and nothing would end its inbox. */
async function* follow(ctx: Reader, { userId, sessionId, signal }: Who, after: number) {
  const inbox = ctx.events.open(userId, signal);
  const ticks = inbox[Symbol.asyncIterator]();
  let last = after;
  try {
    // Looked at before every read: a socket's context is made once, and since then the session may have
    // ended and its owner have got another name.
    for (;;) {
      if (!(await ctx.sessions.alive(sessionId))) return;
      const rows = ctx.read((db, scope) => messagesAfter(db, scope, last, PAGE));
      for (const row of rows) {
        last = row.sequence;
        yield tracked(String(row.sequence), row);
      }
      if (rows.length < PAGE && (await ticks.next()).done) return;
    }
  } finally {
    inbox.close();
  }
}
