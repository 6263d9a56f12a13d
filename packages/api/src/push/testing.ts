/// <reference path="./http-ece.d.ts" />
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { PushMessage } from '@onus/contract/notify/push';
import { decrypt } from 'http_ece';
import { importJWK, type JWTPayload, jwtVerify } from 'jose';
import { generate } from 'selfsigned';

/** A real push service on https, which does what those of browsers do, and all that another server could do. */
export interface PushService {
  /** For PUSH_HOSTS. */
  host: string;
  /** Its root certificate, as PEM. */
  certificate: string;
  /** A browser that wants push messages. */
  subscribe(): Subscription;
  /** What it took, in order. */
  pushes: ReceivedPush[];
  /** The requests that it refused, and why. */
  refused: string[];
  /** Ends when it has taken as many. */
  taken(count: number): Promise<void>;
  close(): Promise<void>;
}

export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** What it is answered with: a status, or something that a push service does not do. */
  answer: number | 'never' | 'endless' | 'informs' | 'redirects';
  /** Sent with a status of a refusal. */
  retryAfter?: string;
}

export interface ReceivedPush {
  endpoint: string;
  headers: IncomingMessage['headers'];
  /** As it came. */
  body: Buffer;
  /** As the browser decrypts it. */
  message: PushMessage;
  /** Who sent it, by a signature that was checked. */
  sender: JWTPayload;
}

interface Opened extends Subscription {
  read(body: Buffer): PushMessage;
}

/** The same for all services of a process, so that it trusts one. */
const identity = generate([{ name: 'commonName', value: 'localhost' }], {
  keySize: 2048,
  algorithm: 'sha256',
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
});

/** @param delay milliseconds from taking a message to the response. */
export async function openPushService(delay = 0): Promise<PushService> {
  const { cert, private: key } = await identity;
  const browsers = new Map<string, Opened>();
  const server = createServer({ key, cert }, (request, response) => void respond(request, response));
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  const host = `localhost:${typeof address === 'object' ? address?.port : ''}`;
  const origin = `https://${host}`;
  const pushes: ReceivedPush[] = [];
  const refused: string[] = [];
  let wake = () => {};

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const browser = browsers.get(origin + request.url);
    if (!browser) return void response.writeHead(404).end();
    const { endpoint, answer, retryAfter } = browser;
    if (answer === 'never') return;
    if (answer === 'informs') return void inform(response);
    if (answer === 'endless') return void endless(response);
    if (answer === 'redirects') return void response.writeHead(307, { location: `${endpoint}x` }).end();
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    if (answer >= 300)
      return void response.writeHead(answer, headers).end('<b>not a word of this is shown</b>');
    try {
      const body = await buffer(request);
      const sender = await senderOf(request, origin);
      pushes.push({ endpoint, headers: request.headers, body, message: browser.read(body), sender });
      if (delay > 0) await wait(delay);
      response.writeHead(answer).end();
    } catch (error) {
      refused.push(String(error));
      response.writeHead(403).end();
    }
    wake();
  }

  return {
    host,
    certificate: cert,
    pushes,
    refused,
    subscribe() {
      const browser = openSubscription(`${origin}/push/${randomBytes(16).toString('base64url')}`);
      browsers.set(browser.endpoint, browser);
      return browser;
    },
    async taken(count) {
      while (pushes.length < count) {
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** From now on this process trusts the service. */
export function trust({ certificate }: PushService): void {
  setDefaultCACertificates([...getCACertificates('default'), certificate]);
}

/** What a browser makes when it subscribes. */
function openSubscription(endpoint: string): Opened {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  return {
    endpoint,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    answer: 201,
    read(body) {
      const text = decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth });
      return JSON.parse(text.toString());
    },
  };
}

/** @throws unless the sender signed for this service with the key that they name (RFC 8292). */
async function senderOf({ headers }: IncomingMessage, origin: string): Promise<JWTPayload> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const currentDate = new Date(0);
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
    audience: origin,
    currentDate,
  });
  return { ...payload, key };
}

function inform(response: ServerResponse): void {
  const timer = setInterval(() => response.writeEarlyHints({ link: '</a>; rel=preload' }), 1);
  response.on('close', () => clearInterval(timer));
}

function endless(response: ServerResponse): void {
  response.writeHead(201);
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}
