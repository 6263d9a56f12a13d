import type { Db } from '@onus/db/open';
import { testDb } from '@onus/db/testing';
import { createAccessTokens } from './access-token.ts';
import type { Caller, Context, Services } from './context.ts';
import { createEvents } from './events.ts';
import { createPasswords } from './passwords.ts';
import { createRefreshSecrets } from './refresh-secret.ts';
import { createCaller } from './root.ts';
import { createSessions } from './session/lucia.ts';

const DAY = 86_400_000;
const KEY = new Uint8Array(32).fill(7);

/** One install of its own: real procedures, a real database, a clock the test moves. */
export interface World extends Services {
  /** Moves the clock. Sessions end by the machine's own clock, so tests only ever move forward a little. */
  advance(ms: number): void;
  /** A browser: a caller with a cookie of its own and the token it was last given. */
  browser(settings?: { timeZone?: string }): Browser;
  /** A registered person in a browser of their own. */
  person(name: string, roles?: 'User' | 'Manager', settings?: { timeZone?: string }): Promise<Browser>;
}

export interface Browser {
  call: ReturnType<typeof createCaller>;
  context: Context;
  /** What a browser holds: the access token in memory, the cookie in its jar. */
  held: { accessToken: string | null; cookie: string | null };
}

export function testWorld(db: Db = testDb()): World {
  // Begins at the next noon, so that no test runs across midnight whenever it is started.
  let ahead = 1.5 * DAY - (Date.now() % DAY);
  const tokens = createAccessTokens(KEY, 600_000);
  const services: Services = {
    db,
    events: createEvents(),
    sessions: createSessions(db, tokens, createRefreshSecrets(KEY)),
    passwords: createPasswords(0),
    clock: () => Date.now() + ahead,
  };

  function browser({ timeZone = 'UTC' } = {}): Browser {
    const held: Browser['held'] = { accessToken: null, cookie: null };
    const context: Context = { ...services, caller: callerOf(held, timeZone) };
    return { call: createCaller(context), context, held };
  }

  async function person(name: string, roles: 'User' | 'Manager' = 'User', settings = {}): Promise<Browser> {
    const mine = browser(settings);
    const email = `${name.toLowerCase()}@example.com`;
    const { accessToken } = await mine.call.auth.register({ name, email, password: `${name}-secret`, roles });
    mine.held.accessToken = accessToken;
    return mine;
  }

  function advance(ms: number): void {
    ahead += ms;
  }

  return { ...services, advance, browser, person };
}

function callerOf(held: Browser['held'], timeZone: string): Caller {
  return {
    get accessToken() {
      return held.accessToken;
    },
    timeZone,
    userAgent: 'test',
    cookie: {
      read: () => held.cookie,
      write(value) {
        held.cookie = value;
      },
      clear() {
        held.cookie = null;
      },
    },
  };
}
