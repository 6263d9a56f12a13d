import { fromNewAddress, type HttpResponse, send } from '../../../../lib/client/http-client.ts';
import type { Account } from '../../../../lib/users/accounts.ts';

/** Calls of one person that complete before the later calls of others. */
interface Overtaken {
  ahead: number;
  own: number;
  /** Calls of either side that the server refused. */
  refused: number;
}

/** Calls of others, each of another person. */
const OTHERS = 3;
/** Fewer at once than the emails that one person may try. */
const PASSWORDS = 18;
/** So many that they take longer than a connection needs to arrive. */
const SEARCHES = 60;
/** A busy machine may delay the calls of others. An unfair order puts them last in every take. */
const TAKES = 5;

/**
 * One person sends many calls at once, and others call after the first of them completes. With a turn for each
 * person, a few of the many complete before the last of the others; in the order of arrival, all of them are.
 * Calls are counted, not timed.
 */
export async function burst(url: string, manager: Account, searcher: Account, others: readonly Account[]) {
  const late = others.slice(0, OTHERS);
  let members = 0;
  const passwords = await fewestAhead(
    PASSWORDS,
    () => {
      members += 1;
      const body = { name: 'Member', email: `burst${members}@example.com`, password: 'Member1!' };
      return send(url, '/users', { body, token: manager.token, ownConnection: true });
    },
    // One: the last of more would be behind half of so few passwords on a busy machine.
    late.slice(0, 1).map(({ email, password }) => () => {
      return send(url, '/auth', {
        body: { email, password },
        headers: fromNewAddress(),
        ownConnection: true,
      });
    }),
  );
  const search = encodeURIComponent(JSON.stringify({ view: 'all', limit: 500, find: 'no such words' }));
  const searches = await fewestAhead(
    SEARCHES,
    () => send(url, `/trpc/manager.tasks?input=${search}`, { token: searcher.token, ownConnection: true }),
    late.map(
      ({ token }) =>
        () =>
          send(url, '/trpc/chat.unread', { token, ownConnection: true }),
    ),
  );
  return {
    measured: `completed before a sign-in of another: ${wordsOf(passwords)} new members; before ${OTHERS} calls of others: ${wordsOf(searches)} searches`,
    holds: isFair(passwords) && isFair(searches),
  };
}

function isFair({ ahead, own, refused }: Overtaken): boolean {
  return refused === 0 && ahead <= own / 2;
}

function wordsOf({ ahead, own, refused }: Overtaken): string {
  return `${ahead} of ${own}${refused > 0 ? ` (${refused} refused)` : ''}`;
}

async function fewestAhead(
  count: number,
  call: () => Promise<HttpResponse>,
  later: readonly (() => Promise<HttpResponse>)[],
): Promise<Overtaken> {
  for (let take = 1; ; take++) {
    const seen = await overtaken(count, call, later);
    if (isFair(seen) || seen.refused > 0 || take === TAKES) return seen;
  }
}

async function overtaken(
  count: number,
  call: () => Promise<HttpResponse>,
  later: readonly (() => Promise<HttpResponse>)[],
): Promise<Overtaken> {
  let [completed, ahead, refused] = [0, 0, 0];
  const hear = ({ status }: HttpResponse) => {
    if (status >= 400) refused += 1;
  };
  const own = Array.from({ length: count }, async () => {
    hear(await call());
    completed += 1;
  });
  // The first response shows that the calls have arrived.
  await Promise.race(own);
  const others = later.map(async ask => {
    hear(await ask());
    ahead = completed;
  });
  await Promise.all([...own, ...others]);
  return { ahead, own: count, refused };
}
