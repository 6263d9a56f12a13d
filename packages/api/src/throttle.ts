import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError, tooMany } from './errors.ts';
import { networkOf } from './network.ts';

/** Who guesses at a password. */
export interface Guesser {
  /** What is guessed at: the email as typed, whether it has an account or not. */
  account: string;
  address: string;
  /** The browser's name or session when it is known to the account: it then has a count of its own. */
  knownBrowser?: string | null | undefined;
}

/**
 * Limits for those who guess, kept in memory: ten failures in fifteen minutes at an account, thirty in a
 * minute from an address (promises). Every attempt is counted before it is made and given back when it
 * proves right, so that twenty at once, in one batch or over twenty sockets, are twenty.
 */
export interface Throttle {
  /**
   * Checks a password.
   * @throws DomainError TOO_MANY_REQUESTS before the check, and whatever the check throws.
   */
  guess<T>(who: Guesser, check: () => Promise<T>): Promise<T>;
  /** Counts a link that opened nothing. @throws DomainError TOO_MANY_REQUESTS */
  badLink(address: string): Promise<void>;
  /** Counts a request for a reset link. @throws DomainError TOO_MANY_REQUESTS */
  resetRequest(address: string): Promise<void>;
  /** Counts a registration, whatever comes of it. @throws DomainError TOO_MANY_REQUESTS */
  registration(address: string): Promise<void>;
  /**
   * Counts a refusal and says whether the audit log has room for it: twenty a minute from an address, two
   * hundred from all of them. `last` is the first that has none.
   */
  refusal(address: string): Promise<'some' | 'last' | 'none'>;
  /** Whether a mailbox may get one more reset link: five an hour, so that nobody fills another's. */
  mayMail(email: string): Promise<boolean>;
}

/** Seconds. */
const MINUTE = 60;

export function createThrottle(): Throttle {
  const accounts = new RateLimiterMemory({ points: 10, duration: 15 * MINUTE });
  const addresses = new RateLimiterMemory({ points: 30, duration: MINUTE });
  const registrations = new RateLimiterMemory({ points: 20, duration: 60 * MINUTE });
  const refusals = { one: windowOf(20), all: windowOf(200) };
  const mailboxes = new RateLimiterMemory({ points: 5, duration: 60 * MINUTE });

  /** A known browser's own count is tight enough: it shares no address limit with its neighbours. */
  function countsOf({ account, address, knownBrowser }: Guesser): Count[] {
    if (knownBrowser) return [{ limiter: accounts, key: `browser ${knownBrowser}` }];
    return [
      { limiter: addresses, key: `guess ${networkOf(address)}` },
      { limiter: accounts, key: `account ${account}` },
    ];
  }

  return {
    async guess(who, check) {
      const counts = countsOf(who);
      for (const count of counts) await take(count);
      try {
        const right = await check();
        giveBack(counts);
        return right;
      } catch (error) {
        // Whoever was not even heard has not guessed wrong.
        if (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE') giveBack(counts);
        throw error;
      }
    },
    badLink: address => take({ limiter: addresses, key: `link ${networkOf(address)}` }),
    resetRequest: address => take({ limiter: addresses, key: `reset ${networkOf(address)}` }),
    registration: address => take({ limiter: registrations, key: networkOf(address) }),
    async refusal(address) {
      const one = await roomIn(refusals.one, networkOf(address));
      if (one === 'none') return one;
      const all = await roomIn(refusals.all, '');
      return all === 'some' ? one : all;
    },
    mayMail: email =>
      mailboxes.consume(email).then(
        () => true,
        () => false,
      ),
  };
}

interface Count {
  limiter: RateLimiterMemory;
  key: string;
}

async function take({ limiter, key }: Count): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (full) {
    // A try that is turned away is no failure: it must not count when those before it prove right.
    giveBack([{ limiter, key }]);
    throw tooMany(full instanceof RateLimiterRes ? full.msBeforeNext : MINUTE * 1000);
  }
}

function windowOf(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: MINUTE });
}

async function roomIn(limiter: RateLimiterMemory, key: string): Promise<'some' | 'last' | 'none'> {
  const { consumedPoints } = await limiter.consume(key).catch((full: RateLimiterRes) => full);
  if (consumedPoints <= limiter.points) return 'some';
  return consumedPoints === limiter.points + 1 ? 'last' : 'none';
}

function giveBack(counts: Count[]): void {
  for (const { limiter, key } of counts) void limiter.reward(key);
}
