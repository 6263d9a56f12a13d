import type { Account } from '../../../../lib/users/accounts.ts';
import { everyProcedure, inputsOf, type Procedure } from '../every-procedure.ts';
import type { Call, Group } from './flood.ts';

/** Bytes: below the limits of a body and of the headers. */
const MOST = { body: 250_000, address: 15_000 };
/** Characters of the texts without a limit of their own, until the request is small enough. */
const LENGTHS = [60_000, 20_000, 6_000, 1_500, 300, 60];

/**
 * Every procedure with the largest inputs that a request holds, over tRPC HTTP.
 * @param sessions of one account, one for each procedure that may end its session.
 */
export function everyCall(account: Account, sessions: () => Account): Group[] {
  return everyProcedure()
    .filter(keepsSessions)
    .map(procedure => {
      const { path, type } = procedure;
      const { token, cookie } = path.startsWith('auth.') ? sessions() : account;
      return { path, token, cookie, isStream: type === 'subscription', calls: callsOf(procedure, account) };
    });
}

/** The other one ends all sessions of the account, so nothing after it would be accepted. */
function keepsSessions({ path }: Procedure): boolean {
  return path !== 'auth.signOutEverywhere';
}

function callsOf(procedure: Procedure, { email, password }: Account): Call[] {
  if (procedure.path === 'auth.login') return [callOf(procedure, { email, password })];
  for (const most of LENGTHS) {
    const calls = inputsOf(procedure, most).map(input => callOf(procedure, input));
    const fitting = calls.filter(fits);
    if (fitting.length >= calls.length / 3) return fitting;
  }
  throw new Error(`${procedure.path} has no input that fits in a request`);
}

function callOf({ path, type }: Procedure, input: unknown): Call {
  const text = JSON.stringify(input);
  if (type === 'mutation') return { path: `/trpc/${path}`, body: text ?? '{}' };
  return { path: `/trpc/${path}${text === undefined ? '' : `?input=${encodeURIComponent(text)}`}` };
}

function fits({ path, body }: Call): boolean {
  return path.length <= MOST.address && Buffer.byteLength(body ?? '') <= MOST.body;
}

/** How many sessions it takes. */
export function countOfSessions(): number {
  return everyProcedure().filter(({ path }) => path.startsWith('auth.')).length;
}
