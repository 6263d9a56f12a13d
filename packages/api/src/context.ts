import type { Db } from '@onus/db/open';
import type { Events } from './events.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './session/lucia.ts';

/** What the whole process shares. Everything a procedure needs comes through here, so a test can bring its own. */
export interface Services {
  db: Db;
  events: Events;
  sessions: Sessions;
  passwords: Passwords;
  /** Epoch milliseconds. */
  clock: () => number;
}

/** What one request says about itself, the same for every door. */
export interface Caller {
  /** The access token of the Authorization header or of the socket's handshake. */
  accessToken: string | null;
  /** An IANA zone name as the client gave it; unknown names are ignored. */
  timeZone: string | null;
  userAgent: string;
  cookie: RefreshCookie;
}

/** The browser's refresh cookie. A socket cannot set one: writing there is refused by its door. */
export interface RefreshCookie {
  read(): string | null;
  write(value: string, expiresAt: number): void;
  clear(): void;
}

export type Context = Services & { caller: Caller };
