import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

const AGENT = new Agent({ keepAlive: true, maxSockets: 64 });

export interface Sent {
  method?: string;
  token?: string | undefined;
  cookie?: string | undefined;
  /** Sent as it is when it is text or bytes, as JSON otherwise. */
  body?: unknown;
  headers?: Record<string, string>;
  /** On a connection of its own: it waits for no other, nor does any other wait for it. */
  alone?: boolean;
}

export interface Answer {
  status: number;
  /** Parsed where the answer is JSON, else its text. */
  body: unknown;
  bytes: Buffer;
  headers: IncomingMessage['headers'];
  /** Every cookie it set, as the next request sends them. */
  cookie: string;
}

/** One request at the HTTP door, with any header a liar would send: Host among them. */
export async function send(url: string, path: string, sent: Sent = {}): Promise<Answer> {
  const { token, cookie, body, headers } = sent;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const asked = request(url, {
    path,
    method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
    agent: sent.alone ? false : AGENT,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(bytes === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(bytes)) }),
      ...headers,
    },
  });
  asked.once('response', resolve).on('error', reject);
  asked.end(bytes);
  try {
    return await answerOf(await promise);
  } catch (error) {
    // The server closed an idle connection in the moment in which it was taken up again: nothing was heard.
    if (asked.reusedSocket && at(error, 'code') === 'ECONNRESET') return send(url, path, sent);
    throw error;
  }
}

/** Follows keys into what was answered; undefined where there is nothing. */
export function at(value: unknown, ...keys: (string | number)[]): unknown {
  let found = value;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string | number, unknown>)[key];
  }
  return found;
}

/** The same where text is expected. */
export function textAt(value: unknown, ...keys: (string | number)[]): string {
  return String(at(value, ...keys) ?? '');
}

let calls = 0;

/** A header by which a call comes from an address of its own, where this machine is a trusted proxy. */
export function elsewhere(): Record<string, string> {
  calls += 1;
  return { 'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}` };
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  const bytes = await buffer(response);
  const isJson = response.headers['content-type']?.includes('json') && bytes.length > 0;
  const text = bytes.toString('utf8');
  const cookies = response.headers['set-cookie'] ?? [];
  return {
    status: response.statusCode ?? 0,
    body: isJson ? JSON.parse(text) : text,
    bytes,
    headers: response.headers,
    cookie: cookies.map(line => line.split(';', 1)[0]).join('; '),
  };
}
