import { randomBytes } from 'node:crypto';
import { tokenHash } from '../core/secrets/token-hash.ts';
import { base32 } from '../core/secrets/totp.ts';

const MOST = 10;
/** Bytes: 80 bits that no one can guess, even with the hash at hand. */
const LENGTH = 10;

/** As a person writes them down: four groups of four characters. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: MOST }, () =>
    (base32(randomBytes(LENGTH)).toLowerCase().match(/.{4}/g) ?? []).join('-'),
  );
}

/** What is stored of a recovery code. It belongs to one person. */
export function hashOfRecoveryCode(userId: string, code: string): string {
  return tokenHash(`recovery ${userId} ${plain(code)}`);
}

/** A code without what people write between its characters. */
export function plain(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}
