import { createHmac, randomBytes } from 'node:crypto';
import { isSame } from './is-same.ts';

/** Codes that change with the time (RFC 6238), as every authenticator app computes them: SHA-1, 30 s, six digits. */

/** Milliseconds of a time step. */
const STEP = 30_000;
/** Time steps by which the clock of a phone may be off, either way. */
const DRIFT = 1;
/** Bytes, as RFC 4226 recommends. */
const SECRET_LENGTH = 20;

export function newTotpSecret(): Uint8Array {
  return randomBytes(SECRET_LENGTH);
}

/** The number of the time step of a moment. @param now epoch milliseconds. */
export function stepAt(now: number): number {
  return Math.floor(now / STEP);
}

/** The six digits of a time step. */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The time step of a code, if it is later than the last accepted one; null for a code that is wrong or was used. */
export function stepOfCode(secret: Uint8Array, code: string, now: number, lastStep: number): number | null {
  let found: number | null = null;
  for (let step = stepAt(now) - DRIFT; step <= stepAt(now) + DRIFT; step++) {
    // Compared also when it was used, so that the time says nothing of that.
    const isRight = isSame(code, codeOf(secret, step));
    if (isRight && step > lastStep) found ??= step;
  }
  return found;
}

/** The address that a QR code hands to an authenticator app. */
export function totpUri(secret: Uint8Array, account: string): string {
  return `otpauth://totp/Onus:${encodeURIComponent(account)}?secret=${base32(secret)}&issuer=Onus`;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without padding, five bits a character. The length in bits must be a multiple of five. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, byte => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map(five => ALPHABET[Number.parseInt(five, 2)]).join('');
}
