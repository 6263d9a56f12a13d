import type { Context } from '@onus/api/context';
import type { Alive } from '@onus/api/session/lucia';

/** A socket whose user may be somebody else now: its session ended, or its rights are no longer those it began with. */
export type Over = 'ended' | 'changed';

/**
 * Looks at a socket's session again whenever something about it changes: logout, deactivation, "sign out"
 * from another browser, another role. A socket's context is made once, so nobody else would notice.
 * @returns what to call when the socket closes by itself.
 */
export function watchSession(context: Context, onOver: (over: Over) => void): () => void {
  const closed = new AbortController();
  void follow(context, closed.signal, onOver);
  return () => closed.abort();
}

async function follow(context: Context, closed: AbortSignal, onOver: (over: Over) => void): Promise<void> {
  const { accessToken } = context.caller;
  // A token that is missing or bad has no session to watch; the procedures answer that themselves.
  const opened = accessToken
    ? await context.sessions.check(accessToken, context.clock()).catch(() => null)
    : null;
  if (!opened) return;
  const inbox = context.events.open(opened.account.id, closed, 'session');
  // It may have ended between the check and the first listening.
  let over = await overSince(context, opened);
  for await (const _topics of over ? [] : inbox) {
    over = await overSince(context, opened);
    if (over) break;
  }
  inbox.close();
  if (over && !closed.aborted) onOver(over);
}

async function overSince({ sessions }: Context, opened: Alive): Promise<Over | null> {
  const now = await sessions.alive(opened.sessionId);
  if (!now) return 'ended';
  return rightsOf(now) === rightsOf(opened) ? null : 'changed';
}

function rightsOf({ account }: Alive): string {
  return `${account.roles} of ${account.managerId}`;
}
