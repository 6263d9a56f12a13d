import { createAccessTokens } from '@onus/api/access-token';
import type { Services } from '@onus/api/context';
import { createEvents } from '@onus/api/events';
import { createPasswords } from '@onus/api/passwords';
import { createRefreshSecrets } from '@onus/api/refresh-secret';
import { createSessions } from '@onus/api/session/lucia';
import type { Db } from '@onus/db/open';
import type { Env } from './env.ts';

/** What the procedures need, once a process. */
export function createServices(db: Db, key: Uint8Array, env: Env): Services {
  return {
    db,
    events: createEvents(),
    sessions: createSessions(db, createAccessTokens(key, env.ACCESS_TOKEN_TTL), createRefreshSecrets(key)),
    passwords: createPasswords(env.PASSWORD_MIN_LENGTH),
    clock: Date.now,
  };
}
