import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '@onus/api/core/context';
import { DomainError } from '@onus/api/core/errors';
import type { Inbox } from '@onus/api/core/live/events';
import type { Alive } from '@onus/api/core/sessions/lucia';
import { type ErrorLog, logInternalError } from '../http/errors.ts';

/**
 * Why a socket is closed: its session ended, its rights are no longer those it began with, or the database
 * could not say. A socket that nothing watches would outlive its session.
 */
export type Over = 'ended' | 'changed' | 'unknown';

/**
 * Looks at a socket's session again whenever something about it changes: logout, deactivation, "sign out"
 * from another browser, another role. A socket's context is made once, so nothing else would notice.
 * @returns what to call when the socket closes by itself.
 */
export function watchSession(context: Context, log: ErrorLog, onOver: (over: Over) => void): () => void {
  const closed = new AbortController();
  follow(context, closed.signal, onOver).catch(error => {
    if (closed.signal.aborted) return;
    logInternalError(log, error);
    onOver('unknown');
  });
  return () => closed.abort();
}

async function follow(context: Context, closed: AbortSignal, onOver: (over: Over) => void): Promise<void> {
  const { accessToken } = context.caller;
  // A token that is missing or bad has no session to watch; the procedures answer that themselves.
  const opened = accessToken
    ? await context.sessions.check(accessToken, context.clock()).catch(noSession)
    : null;
  if (!opened) return;
  const inbox = context.events.open(opened.account.id, closed, 'session');
  const forgetEnd = atEnd(context, opened, () => onOver('ended'));
  try {
    const over = await firstOver(context, opened, inbox);
    // The call that changed the rights may be this socket's own: its answer goes out first.
    if (over === 'changed') await nextTurn();
    if (over && !closed.aborted) onOver(over);
  } finally {
    forgetEnd();
    inbox.close();
  }
}

/** A timer of Node waits for 24 days at the most. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** A personal token can end while its socket is open, and nothing else says so. @returns what to call when the socket closes. */
function atEnd({ clock }: Context, { expiresAt }: Alive, onEnd: () => void): () => void {
  if (expiresAt === null) return () => {};
  let timer: NodeJS.Timeout;
  const look = () => {
    const left = expiresAt - clock();
    if (left <= 0) return onEnd();
    timer = setTimeout(look, Math.min(left, LONGEST_WAIT)).unref();
  };
  look();
  return () => clearTimeout(timer);
}

async function firstOver(context: Context, opened: Alive, inbox: Inbox): Promise<Over | null> {
  // It may have ended between the check and the first listening.
  const before = await overSince(context, opened);
  if (before) return before;
  for await (const _topics of inbox) {
    const over = await overSince(context, opened);
    if (over) return over;
  }
  return null;
}

/** A refusal is an answer; anything else says nothing of the session. */
function noSession(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}

async function overSince({ sessions }: Context, opened: Alive): Promise<Over | null> {
  const now = await sessions.alive(opened.sessionId);
  if (!now) return 'ended';
  return rightsOf(now) === rightsOf(opened) ? null : 'changed';
}

function rightsOf({ account, mustEnroll }: Alive): string {
  return `${account.roles} of ${account.managerId}${mustEnroll ? ' without a second factor' : ''}`;
}
