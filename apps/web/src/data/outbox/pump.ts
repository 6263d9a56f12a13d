import { REVIEW_AFTER } from '@onus/contract/operation/retention';
import { dataOf } from '../fetch.ts';
import { whenVisible } from '../live/visibility.ts';
import { freshToken } from '../session/fresh-token.ts';
import { currentUserId, refresh } from '../session/session.ts';
import type { Queued } from './operation.ts';
import { openRows } from './rows.ts';
import { nextBatch, send } from './send.ts';
import { holdForReview, refetch, settle } from './settle.ts';
import { outbox } from './state.ts';

let isQueued = false;
let failures = 0;
let again: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends the waiting operations, oldest first. One tab at a time sends. A second call waits for the first, so that it also
 * sends what was stored in between.
 */
export function pump(): void {
  const user = currentUserId();
  if (isQueued || !user) return;
  clearTimeout(again);
  isQueued = true;
  void alone(`onus-outbox ${user}`, async () => {
    isQueued = false;
    const ended: Queued[] = [];
    const waitMs = await drain(user, ended).catch(() => backoff());
    // Once, because every refetch between two requests delays the next one.
    refetch(ended);
    if (waitMs > 0) again = setTimeout(() => whenVisible('pump', pump), waitMs);
    else failures = 0;
  }).catch(() => {
    isQueued = false;
  });
}

/** Sends at every sign that the server may be reachable. `navigator.onLine` is not used: it says nothing about the server. */
export function startPump(): () => void {
  addEventListener('online', pumpNow);
  document.addEventListener('visibilitychange', pumpNow);
  const timer = setInterval(pumpNow, EVERY);
  pumpNow();
  return () => {
    removeEventListener('online', pumpNow);
    document.removeEventListener('visibilitychange', pumpNow);
    clearInterval(timer);
    clearTimeout(again);
  };
}

/** Starts at once, with short waits again. A hidden page sends when it becomes visible (rule 7.10). */
export function pumpNow(): void {
  if (document.hidden) return;
  failures = 0;
  pump();
}

/** @param ended gets the operations with a verdict. @returns the ms until the next attempt; 0 when nothing waits. */
async function drain(user: string, ended: Queued[]): Promise<number> {
  for (let hasRefreshed = false; ; ) {
    const batch = nextBatch(await waitingOf(user, ended));
    if (batch.length === 0) return 0;
    const token = await freshToken(ONE_CALL);
    // Another person may have signed in while this waited.
    if (currentUserId() !== user) return 0;
    if (token === null) return backoff();
    const answers = await send(batch, token);
    await settle(batch, answers, ended);
    const none = answers.find(answer => answer.verdict === 'none');
    const stopped = batch[none ? answers.indexOf(none) : 0];
    if (none && stopped && hasFailedOften(stopped, none.error))
      await holdForReview([stopped], none.error, ended);
    else if (none?.isOfSession && !hasRefreshed) {
      hasRefreshed = true;
      if ((await refresh()) === null) return 0;
    } else if (none) {
      return Math.max(none.waitMs, answers[0]?.verdict === 'none' ? backoff() : FIRST_WAIT);
    } else failures = 0;
  }
}

/** The waiting operations of all tabs; only those of this tab if the database cannot be read. */
async function waitingOf(user: string, ended: Queued[]): Promise<readonly Queued[]> {
  const rows = await openRows(user).catch(() => outbox.get().filter(one => one.open));
  const waiting = rows.filter(({ refusal }) => refusal === undefined);
  const since = Date.now() - REVIEW_AFTER;
  if (waiting.every(({ at }) => at >= since)) return waiting;
  await holdForReview(
    waiting.filter(({ at }) => at < since),
    new Error(TOO_OLD),
    ended,
  );
  return waiting.filter(({ at }) => at >= since);
}

const TOO_OLD = 'This change is more than 60 days old. Send it only if it still holds.';

/** How often in a row the server has failed on an operation. */
let faults = { op: '', count: 0 };

/** A fault of the server may be about this operation alone. It must not keep the others for ever. */
function hasFailedOften({ op }: Queued, error: Error): boolean {
  if (dataOf(error)?.httpStatus !== 500) return false;
  faults = { op, count: faults.op === op ? faults.count + 1 : 1 };
  return faults.count >= MOST_FAULTS;
}

/** With the waits between them that is about a minute. */
const MOST_FAULTS = 10;

/** Locks need a secure origin. Without them two tabs may send the same operation, which the server applies once. */
function alone(name: string, work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}

function backoff(): number {
  failures += 1;
  return Math.min(FIRST_WAIT * 2 ** (failures - 1), LONGEST_WAIT) * (0.5 + Math.random());
}

/** Milliseconds that a token must stay valid for one call. One that expires on the way is refused and refreshed. */
const ONE_CALL = 2_000;

/** Milliseconds. */
const FIRST_WAIT = 200;
const LONGEST_WAIT = 30_000;
const EVERY = 30_000;
