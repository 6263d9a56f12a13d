import { sign } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { type BrowserKeys, encryptPush, isBrowserKey } from './encrypt.ts';
import { createPushAddresses, NOT_PUBLIC, type PushAddresses } from './push-address.ts';
import { type PushKeys, pushKeysOf } from './push-keys.ts';

/** Sends push messages to the push services of browsers (RFC 8030, 8291, 8292). */
export interface Pusher {
  /** What a browser subscribes with, in base64url. */
  publicKey: string;
  /** Why a browser cannot be sent to; null if it can. */
  refusalOf(to: PushTarget): Promise<string | null>;
  /** One try of ten seconds at most. It never fails. */
  send(to: PushTarget, push: Push): Promise<PushResult>;
}

/** A browser that wants push messages. */
export interface PushTarget extends BrowserKeys {
  /** The address at its push service. */
  endpoint: string;
}

export interface Push {
  /** Encrypted on the way. At most 3,993 bytes. */
  message: Uint8Array;
  /** Seconds for which the push service keeps it for a device that is off. */
  ttl: number;
  /** A message that waits is replaced by a later one of the same topic: at most 32 characters of base64url. */
  topic: string;
  /** Whether it is worth waking a device that saves energy. */
  isUrgent: boolean;
}

export type PushResult =
  /** The push service took it. */
  | 'sent'
  /** The browser does not want push messages any more. */
  | 'gone'
  /** Why it was not taken, as a sentence for the person, and in how many milliseconds another try may help. */
  | { failed: string; retryAfter?: number };

interface PusherSettings {
  /** Private key of P-256. */
  key: Uint8Array;
  /** Whom a push service may write to about trouble: an https address, or mailto:. */
  subject: string;
  /** See createPushAddresses. */
  trusted: readonly string[];
  /** Epoch milliseconds. */
  clock?: () => number;
}

const TIMEOUT_SECONDS = 10;
/** Milliseconds. A push service can keep no message back for longer. */
export const LONGEST_PAUSE = 3_600_000;
/** Seconds. A push service accepts at most a day. */
const TOKEN_LIFE = 12 * 3_600;

export function createPusher({ key, subject, trusted, clock = Date.now }: PusherSettings): Pusher {
  const keys = pushKeysOf(key);
  const addresses = createPushAddresses(trusted);

  async function attempt(to: PushTarget, { message, ttl, topic, isUrgent }: Push): Promise<PushResult> {
    const url = new URL(to.endpoint);
    const headers = {
      authorization: authorization(keys, url, subject, clock()),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(ttl),
      topic,
      urgency: isUrgent ? 'high' : 'normal',
    };
    return resultOf(await post(url, addresses, headers, encryptPush(message, to)), clock());
  }

  return {
    publicKey: keys.publicKey,
    async refusalOf({ endpoint, p256dh }) {
      if (!isBrowserKey(p256dh)) return 'The key p256dh is not a key of P-256';
      return (await addresses.allows(endpoint)) ? null : 'Endpoint must be a public https address';
    },
    send: (to, push) => attempt(to, push).catch(error => ({ failed: reasonOf(error) })),
  };
}

/** Says who sends, for this push service alone: a token of VAPID (RFC 8292), which is a JWT with ES256. */
function authorization({ privateKey, publicKey }: PushKeys, url: URL, sub: string, now: number): string {
  const exp = Math.floor(now / 1_000) + TOKEN_LIFE;
  const parts = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: url.origin, exp, sub },
  ].map(part => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signed = parts.join('.');
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

/**
 * Posts on a connection of its own, follows no redirect and reads no body: a push service has nothing to say but its
 * status, and another server may say anything.
 */
function post(
  url: URL,
  addresses: PushAddresses,
  headers: Record<string, string>,
  body: Buffer,
): Promise<IncomingMessage> {
  const lookup = addresses.lookupFor(url);
  if (lookup === null) return Promise.reject(Object.assign(new Error(NOT_PUBLIC), { code: NOT_PUBLIC }));
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1_000),
      ...(lookup && { lookup }),
    });
    sent.on('response', response => {
      resolve(response);
      sent.destroy();
    });
    // Any number of these could come before a response.
    sent.on('information', () => sent.destroy(new Error('sent no response')));
    sent.on('error', reject);
    sent.end(body);
  });
}

function resultOf({ statusCode: status = 0, headers }: IncomingMessage, now: number): PushResult {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  if (status >= 300 && status < 400) return { failed: 'The push service redirects, which is not followed.' };
  const failed = `The push service returned ${status}.`;
  return status === 429 || status === 503
    ? { failed, retryAfter: pauseOf(headers['retry-after'], now) }
    : { failed };
}

/** Milliseconds of a Retry-After (RFC 9110): seconds or a date. What cannot be read is none. */
function pauseOf(retryAfter = '', now: number): number {
  const pause = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now;
  return Math.min(Math.max(pause || 0, 0), LONGEST_PAUSE);
}

/** Nothing that the other server wrote: only codes of Node. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === NOT_PUBLIC) return 'The push service is not at a public address.';
  if (code === 'ABORT_ERR' || (error instanceof Error && error.name === 'TimeoutError'))
    return `The push service did not respond within ${TIMEOUT_SECONDS} seconds.`;
  return `The push service cannot be reached${code && ` (${code})`}.`;
}
