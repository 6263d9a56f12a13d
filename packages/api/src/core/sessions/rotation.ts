import { v7 as uuid } from 'uuid';
import type { SessionRow } from './find.ts';
import type { RefreshSecrets } from './refresh-secret.ts';

const DAY = 86_400_000;
const IDLE = 30 * DAY;
const LONGEST = 90 * DAY;

/** A session of the first generation. */
export function newSession(
  userId: string,
  secrets: RefreshSecrets,
  { userAgent, network }: { userAgent: string; network: string },
  now: number,
) {
  const id = uuid();
  return {
    id,
    userId,
    secretHash: secrets.hashOf(id, 0),
    generation: 0,
    rotatedAt: now,
    expiresAt: now + IDLE,
    endsAt: now + LONGEST,
    userAgent: userAgent.slice(0, 300),
    network,
    createdAt: now,
  };
}

/** What the next generation changes. */
export function successorOf(session: SessionRow, secrets: RefreshSecrets, now: number) {
  const generation = session.generation + 1;
  const expiresAt = Math.min(now + IDLE, session.endsAt);
  return { generation, secretHash: secrets.hashOf(session.id, generation), rotatedAt: now, expiresAt };
}
