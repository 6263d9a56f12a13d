import { BATCH_CALLS } from './batch.ts';

/** One limit on what a caller may use. A refusal names it with `most` and `of`. */
export interface Budget {
  readonly most: number;
  /** The counted unit and caller: "At most 20 calls in one batch". */
  readonly of: string;
  /** Why this number. */
  readonly why: string;
}

/** A budget that refills. */
export interface Rate extends Budget {
  readonly seconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * All limits on the work of one caller, except those of connections, feeds and sheets beside this file and the lengths
 * of texts in lengths.ts. A person at full speed (10 calls per second, 5 tabs, 3 devices) stays far below each of them.
 */
export const BUDGETS = {
  batchCalls: {
    most: BATCH_CALLS,
    of: 'calls in one batch or frame',
    why: 'A screen asks for ten lists at most, and the outbox sends twenty operations at once.',
  },
  callsInFlight: {
    most: 400,
    of: 'calls of one person in flight',
    why: 'Fifteen tabs that each send a full batch after one change have 300 calls in flight.',
  },
  turnMs: {
    most: 10,
    of: 'milliseconds of calls in one turn of the event loop',
    why: 'Calls that arrive together run in several turns, so that other callers wait for one call, not for a batch.',
  },
  personMs: {
    most: 100,
    of: 'milliseconds of processor time of one person’s calls in a second before others go first',
    why: 'A person with fifteen tabs who changes something uses less.',
  },
  heavyTurnMs: {
    most: 2,
    of: 'milliseconds in one turn for a person who has used more, while others are there',
    why: 'Others wait for one of their pages at most, and short calls still share a turn.',
  },
  pageBytes: {
    most: 384 * 1024,
    of: 'bytes of rows in one page',
    why: 'A page of 500 ordinary tasks fits. Rows with very long texts make shorter pages.',
  },
  pageCharacters: {
    most: 64 * 1024,
    of: 'characters of texts read for one page of tasks',
    why: 'Reading them takes 3 ms. A page of 500 tasks with texts of 130 characters fits.',
  },
  batchCharacters: {
    most: 512 * 1024,
    of: 'characters in the responses of one batch',
    why: 'Writing them takes 5 ms. The calls after them are refused and can be sent again.',
  },
  searchedRows: {
    most: 500,
    of: 'rows read by one call of a search',
    why: 'Reading them takes 5 ms. The cursor continues behind them.',
  },
  searchedCharacters: {
    most: 180_000,
    of: 'characters read by one call of a search',
    why: 'Comparing them without case and accents takes 10 ms. The cursor continues behind them.',
  },
  unsentOfSocket: {
    most: 64 * 1024,
    of: 'unsent bytes of one socket',
    why: 'Calls of a socket wait until the client has read what was answered before.',
  },
  unsentOfPerson: {
    most: 8 * 1024 * 1024,
    of: 'unsent bytes of one person',
    why: 'Eight full batches on a slow line.',
  },
  unsentOfAll: {
    most: 24 * 1024 * 1024,
    of: 'unsent bytes of all clients',
    why: 'Above it the server closes the connections that do not read, so that its memory stays bounded.',
  },
  stalledSeconds: {
    most: 10,
    of: 'seconds in which a client reads nothing of what was sent',
    why: 'A phone that changes networks is back sooner, or has a new connection.',
  },
  subscriptionsOfSocket: {
    most: 8,
    of: 'subscriptions on one socket',
    why: 'The app has two.',
  },
  subscriptionsOfPerson: {
    most: 6_000,
    of: 'subscriptions of one person',
    why: 'All screens of an organization that signs in with one account. Each costs 13 KB.',
  },
  hashesWaiting: {
    most: 200,
    of: 'passwords that wait to be hashed',
    why: 'Two are hashed at a time, 25 ms each: the last one waits for 3 s.',
  },
  hashesWaitingBesideSignIns: {
    most: 170,
    of: 'waiting passwords that are no sign-in',
    why: 'The other places are for people who sign in, however many managers add members at once.',
  },
  hashesWaitingOfPerson: {
    most: 60,
    of: 'passwords of one person that wait to be hashed',
    why: 'Each person has one in turn. One who also calls as a visitor still leaves a part of the queue to others.',
  },
  hashesWaitingOfAddress: {
    most: 150,
    of: 'passwords from one address that wait to be hashed',
    why: 'An office or a class signs in at the same minute. Other addresses still have places.',
  },
  hashesOfPerson: {
    most: 200,
    seconds: 10 * MINUTE,
    of: 'passwords of one person in ten minutes',
    why: 'A manager who adds a member takes seconds for each.',
  },
  hashesOfAddress: {
    most: 1_200,
    seconds: MINUTE,
    of: 'passwords from one address in a minute',
    why: 'Twenty people a second sign in from one office at most. Half of what the server can hash.',
  },
  guessesAtAccount: {
    most: 10,
    seconds: 15 * MINUTE,
    of: 'wrong passwords for one account in 15 minutes',
    why: 'A person finds the right one of a few passwords in ten tries.',
  },
  guessesOfAddress: {
    most: 30,
    seconds: MINUTE,
    of: 'wrong passwords, links or reset requests from one address in a minute',
    why: 'An office that shares an address mistypes less often.',
  },
  registrations: {
    most: 20,
    seconds: HOUR,
    of: 'registrations from one address in an hour',
    why: 'A household, or a class that tries the app together.',
  },
  takenEmailsOfPerson: {
    most: 20,
    seconds: HOUR,
    of: 'emails tried by one person in an hour that belong to another account',
    why: 'The refusal tells who has an account. A person who mistypes sees it once or twice.',
  },
  takenEmailsOfAddress: {
    most: 60,
    seconds: HOUR,
    of: 'emails tried from one address in an hour that belong to another account',
    why: 'The same for several accounts of one caller.',
  },
  emailsOfPerson: {
    most: 30,
    seconds: HOUR,
    of: 'emails sent by one person in an hour',
    why: 'A manager who adds a whole team. More can be added later, or without email by copied links.',
  },
  emailsOfAddress: {
    most: 120,
    seconds: HOUR,
    of: 'emails sent from one address in an hour',
    why: 'Four managers of an office who each add a whole team.',
  },
  emailsOfPersonInDay: {
    most: 100,
    seconds: 24 * HOUR,
    of: 'emails sent by one person in a day',
    why: 'No one uses the server to write to strangers.',
  },
  emailsToMailbox: {
    most: 5,
    seconds: HOUR,
    of: 'emails to one mailbox in an hour',
    why: 'No one fills another person’s mailbox.',
  },
  newBrowserEmails: {
    most: 5,
    seconds: HOUR,
    of: 'emails to one person in an hour about a new browser',
    why: 'A program that logs in without cookies is new each time. Five are enough to notice.',
  },
  ownEmailChanges: {
    most: 5,
    seconds: HOUR,
    of: 'changes of one person’s email in an hour',
    why: 'Each sends an email to the address before. A person who corrects a mistake needs two or three.',
  },
  openInvitations: {
    most: 500,
    of: 'open invitations of one person',
    why: 'One response lists them all. A manager who sends everyone their own link needs fewer.',
  },
  refusalsLogged: {
    most: 20,
    seconds: MINUTE,
    of: 'refusals of one address in the audit log in a minute',
    why: 'Enough to see an attack, too few to fill the disk.',
  },
  refusalsLoggedOfAll: {
    most: 200,
    seconds: MINUTE,
    of: 'refusals in the audit log in a minute',
    why: 'The same for an attack from many addresses.',
  },
} as const satisfies Record<string, Budget | Rate>;

/** "At most 20 calls in one batch or frame", for refusals. */
export function atMost({ most, of }: Budget): string {
  return `At most ${most.toLocaleString('en-US')} ${of}`;
}
