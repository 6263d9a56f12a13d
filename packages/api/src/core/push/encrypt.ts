import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** What only the browser that subscribed can decrypt with. Both in base64url. */
export interface BrowserKeys {
  /** Its public key: a point of P-256, uncompressed. */
  p256dh: string;
  /** A secret of 16 bytes that it shares with the server. */
  auth: string;
}

const CURVE = 'prime256v1';
/** Every push service takes this much in one body. */
const RECORD = 4_096;
const SALT = 16;
const TAG = 16;
/** Salt, record size, length of the key and the key. */
const HEADER = SALT + 4 + 1 + 65;
/** Ends the last record. */
const END = 2;

/** Most bytes of a message. */
export const MOST_BYTES = RECORD - HEADER - TAG - 1;

/** Whether a key can be encrypted for: it must be a point of the curve. */
export function isBrowserKey(p256dh: string): boolean {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  try {
    pair.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

/**
 * Encrypts a message for one browser (RFC 8291): one record of aes128gcm (RFC 8188). The push service sees its length only.
 * @param fresh a key pair and a salt for this message alone.
 * @param message at most {@link MOST_BYTES}: a push service refuses more.
 */
export function encryptPush(
  message: Uint8Array,
  { p256dh, auth }: BrowserKeys,
  fresh: { pair: ECDH; salt: Uint8Array } = { pair: freshPair(), salt: randomBytes(SALT) },
): Buffer {
  const { pair, salt } = fresh;
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = pair.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derive(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = [cipher.update(message), cipher.update(Buffer.of(END)), cipher.final(), cipher.getAuthTag()];
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD);
  sizes.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, sizes, ours, ...record]);
}

function freshPair(): ECDH {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return pair;
}

function derive(from: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', from, salt, info, length));
}
