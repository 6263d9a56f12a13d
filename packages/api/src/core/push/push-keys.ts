import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';

/** The key pair by which push services know this installation (VAPID, RFC 8292). */
export interface PushKeys {
  /** A point of P-256, uncompressed, in base64url: what a browser subscribes with. */
  publicKey: string;
  privateKey: KeyObject;
}

export const PUSH_KEY_BYTES = 32;
const CURVE = 'prime256v1';
const COORDINATE = 32;

/** A fresh private key. */
export function createPushKey(): Uint8Array {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const key = new Uint8Array(PUSH_KEY_BYTES);
  const bytes = pair.getPrivateKey();
  // Without leading zeros it is shorter.
  key.set(bytes, PUSH_KEY_BYTES - bytes.length);
  return key;
}

export function isPushKey(key: Uint8Array): boolean {
  try {
    pushKeysOf(key);
    return true;
  } catch {
    return false;
  }
}

/** @throws for bytes that are no private key of P-256. */
export function pushKeysOf(key: Uint8Array): PushKeys {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(key);
  const point = pair.getPublicKey();
  const x = point.subarray(1, 1 + COORDINATE).toString('base64url');
  const y = point.subarray(1 + COORDINATE).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', d: Buffer.from(key).toString('base64url'), x, y };
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  };
}
