import { createHmac, randomBytes } from 'node:crypto';
import { isSame } from './is-same.ts';

/**
 * Challenges for passkeys. Each is signed with the key of this installation for one purpose, so that none must be kept
 * while it waits: visitors who ask for many fill no memory. Who uses one up writes that down (`usedChallenge`).
 */
export interface Challenges {
  /** @param purpose what it is for, and whose; it is good for nothing else. @returns base64url. */
  issue(purpose: string, now: number): string;
  /** Until when it is good, in epoch milliseconds; null for one that is not for this purpose or has expired. */
  expiryOf(challenge: string, purpose: string, now: number): number | null;
}

/** Milliseconds in which a person answers. */
const GOOD_FOR = 300_000;
/** Bytes. */
const RANDOM = 16;
const TIME = 6;
const MAC = 32;

export function createChallenges(key: Uint8Array): Challenges {
  function macOf(body: Uint8Array, purpose: string): Buffer {
    return createHmac('sha256', key).update(`challenge ${purpose} `).update(body).digest();
  }

  return {
    issue(purpose, now) {
      const body = Buffer.alloc(RANDOM + TIME);
      randomBytes(RANDOM).copy(body);
      body.writeUIntBE(now + GOOD_FOR, RANDOM, TIME);
      return Buffer.concat([body, macOf(body, purpose)]).toString('base64url');
    },
    expiryOf(challenge, purpose, now) {
      const bytes = Buffer.from(challenge, 'base64url');
      // Other spellings of the same bytes would each count as one that was not used.
      if (bytes.length !== RANDOM + TIME + MAC || bytes.toString('base64url') !== challenge) return null;
      const body = bytes.subarray(0, RANDOM + TIME);
      if (!isSame(bytes.subarray(RANDOM + TIME), macOf(body, purpose))) return null;
      const expiresAt = body.readUIntBE(RANDOM, TIME);
      return expiresAt > now ? expiresAt : null;
    },
  };
}
