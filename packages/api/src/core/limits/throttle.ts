import { BUDGETS, type Rate } from '@onus/contract/limits/budgets';
import { FEED_BUDGETS } from '@onus/contract/limits/feed-budgets';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError, type ErrorCode, overBudget, refusalIn, tooMany } from '../errors.ts';
import { networkOf } from './network.ts';

/** How a check is refused before it is made. */
const UNHEARD: readonly ErrorCode[] = ['SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS'];

/** Who guesses at a password. */
export interface Guesser {
  /** What is guessed at: the email as typed, whether it has an account or not. */
  account: string;
  address: string;
  /** The browser's name or session when it is known to the account: it then has a count of its own. */
  knownBrowser?: string | null | undefined;
}

/**
 * The rates of the table of budgets, counted in memory. Every attempt is counted before it is made and given
 * back when it proves right, so that twenty at once, in one batch or over twenty sockets, are twenty.
 */
export interface Throttle {
  /**
   * Checks a password.
   * @throws DomainError TOO_MANY_REQUESTS before the check, and whatever the check throws.
   */
  guess<T>(who: Guesser, check: () => Promise<T>): Promise<T>;
  /** Counts a link that opened nothing. @throws DomainError TOO_MANY_REQUESTS */
  badLink(address: string): Promise<void>;
  /** Counts that a calendar feed of a person is read. @throws DomainError TOO_MANY_REQUESTS */
  feedRead(person: string): Promise<void>;
  /** Counts a request for a reset link. @throws DomainError TOO_MANY_REQUESTS */
  resetRequest(address: string): Promise<void>;
  /** Counts a registration, whatever comes of it. @throws DomainError TOO_MANY_REQUESTS */
  registration(address: string): Promise<void>;
  /**
   * Counts a refusal and says whether the audit log has room for it: twenty a minute from an address, two
   * hundred from all of them. `last` is the first that has none.
   */
  refusal(address: string): Promise<'some' | 'last' | 'none'>;
  /** Whether a mailbox may get one more reset link: five an hour, so that no one fills another's. */
  mayMail(email: string): Promise<boolean>;
  /** Whether a person gets one more email about a new browser. Reset links have a count of their own. */
  mayTellOfBrowser(person: string): Promise<boolean>;
  /** Counts a password that is hashed or checked. @throws DomainError TOO_MANY_REQUESTS */
  hash(payer: Payer): Promise<void>;
  /**
   * Runs what has the server send an email, and counts it unless it throws.
   * @throws DomainError TOO_MANY_REQUESTS before the attempt, and whatever the attempt throws.
   */
  email<T>(payer: Required<Payer>, attempt: () => Promise<T>): Promise<T>;
  /**
   * Runs an attempt to take an email address, and counts it when the address belongs to another account: the
   * refusal tells who has one.
   * @throws DomainError TOO_MANY_REQUESTS before the attempt, and whatever the attempt throws.
   */
  takeEmail<T>(payer: Payer, attempt: () => Promise<T>): Promise<T>;
  /**
   * Runs a change of a person's own email, and counts it when a link to take it back must be mailed. It is
   * refused rather than made without that mail. Counted by person: strangers who fill the mailbox with reset
   * links keep no notice out of it.
   * @throws DomainError TOO_MANY_REQUESTS before the attempt, and whatever the attempt throws.
   */
  changeOwnEmail<T extends { takeBack: object | null }>(
    person: string,
    attempt: () => Promise<T>,
  ): Promise<T>;
}

/** Who pays for a piece of work: an address, and a person where one is known. */
export interface Payer {
  address: string;
  person?: string;
}

export function createThrottle(): Throttle {
  const accounts = limiterOf(BUDGETS.guessesAtAccount);
  const addresses = limiterOf(BUDGETS.guessesOfAddress);
  const registrations = limiterOf(BUDGETS.registrations);
  const feedReads = { limiter: limiterOf(FEED_BUDGETS.feedReads), rate: FEED_BUDGETS.feedReads };
  const refusals = { one: limiterOf(BUDGETS.refusalsLogged), all: limiterOf(BUDGETS.refusalsLoggedOfAll) };
  const mailboxes = limiterOf(BUDGETS.emailsToMailbox);
  const newBrowsers = limiterOf(BUDGETS.newBrowserEmails);
  const hashes = spending(BUDGETS.hashesOfAddress, BUDGETS.hashesOfPerson);
  const takenEmails = spending(BUDGETS.takenEmailsOfAddress, BUDGETS.takenEmailsOfPerson);
  const ownEmailChanges = { limiter: limiterOf(BUDGETS.ownEmailChanges), rate: BUDGETS.ownEmailChanges };
  const emails = spending(BUDGETS.emailsOfAddress, BUDGETS.emailsOfPerson, BUDGETS.emailsOfPersonInDay);

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
      await takeAll(counts);
      try {
        const right = await check();
        giveBack(counts);
        return right;
      } catch (error) {
        // Without a check there was no wrong guess; a disk that is full says nothing of it.
        if (!(error instanceof DomainError) || UNHEARD.includes(error.code)) giveBack(counts);
        throw error;
      }
    },
    badLink: address => take({ limiter: addresses, key: `link ${networkOf(address)}` }),
    feedRead: key => take({ ...feedReads, key }),
    resetRequest: address => take({ limiter: addresses, key: `reset ${networkOf(address)}` }),
    registration: address => take({ limiter: registrations, key: networkOf(address) }),
    async refusal(address) {
      const one = await roomIn(refusals.one, networkOf(address));
      if (one === 'none') return one;
      const all = await roomIn(refusals.all, '');
      return all === 'some' ? one : all;
    },
    mayMail: email => hasRoom(mailboxes, email),
    mayTellOfBrowser: person => hasRoom(newBrowsers, person),
    hash: payer => takeAll(hashes(payer)),
    email: (payer, attempt) => counted(emails(payer), attempt, () => true),
    takeEmail: (payer, attempt) => counted(takenEmails(payer), attempt, () => false, isConflict),
    changeOwnEmail: (person, attempt) =>
      counted([{ ...ownEmailChanges, key: person }], attempt, ({ takeBack }) => takeBack !== null),
  };
}

/** Runs what some budgets count, and gives back what did not use them up. */
async function counted<T>(
  counts: Count[],
  attempt: () => Promise<T>,
  isUsedBy: (done: T) => boolean,
  isUsedByError: (error: unknown) => boolean = () => false,
): Promise<T> {
  await takeAll(counts);
  try {
    const done = await attempt();
    if (!isUsedBy(done)) giveBack(counts);
    return done;
  } catch (error) {
    if (!isUsedByError(error)) giveBack(counts);
    throw error;
  }
}

interface Count {
  limiter: RateLimiterMemory;
  key: string;
  /** What the refusal names; without it, it says that there were too many attempts. */
  rate?: Rate;
}

/** All of them or none: an attempt that one budget refuses does not use up another. */
async function takeAll(counts: Count[]): Promise<void> {
  for (const [place, count] of counts.entries()) {
    try {
      await take(count);
    } catch (refusal) {
      giveBack(counts.slice(0, place));
      throw refusal;
    }
  }
}

async function take({ limiter, key, rate }: Count): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (full) {
    // A try that is turned away is no failure: it must not count when those before it prove right.
    giveBack([{ limiter, key }]);
    throw refusalOf(rate, full instanceof RateLimiterRes ? full.msBeforeNext : limiter.duration * 1000);
  }
}

function limiterOf({ most, seconds }: Rate): RateLimiterMemory {
  return new RateLimiterMemory({ points: most, duration: seconds });
}

/** The counts of a payer under the rates of one kind of work. */
function spending(ofAddress: Rate, ...ofPerson: Rate[]): (payer: Payer) => Count[] {
  const address = { limiter: limiterOf(ofAddress), rate: ofAddress };
  const people = ofPerson.map(rate => ({ limiter: limiterOf(rate), rate }));
  return ({ address: from, person: key }) => [
    { ...address, key: networkOf(from) },
    ...(key === undefined ? [] : people.map(count => ({ ...count, key }))),
  ];
}

function refusalOf(rate: Rate | undefined, waitMs: number): DomainError {
  return rate ? overBudget(rate, waitMs) : tooMany(waitMs);
}

function isConflict(error: unknown): boolean {
  return refusalIn(error)?.code === 'CONFLICT';
}

function hasRoom(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  return limiter.consume(key).then(
    () => true,
    () => false,
  );
}

async function roomIn(limiter: RateLimiterMemory, key: string): Promise<'some' | 'last' | 'none'> {
  const { consumedPoints } = await limiter.consume(key).catch((full: RateLimiterRes) => full);
  if (consumedPoints <= limiter.points) return 'some';
  return consumedPoints === limiter.points + 1 ? 'last' : 'none';
}

function giveBack(counts: Count[]): void {
  for (const { limiter, key } of counts) void limiter.reward(key);
}
