import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

const AGENT = new Agent({ keepAlive: true, maxSockets: 64 });

export interface RequestOptions {
  method?: string;
  token?: string | undefined;
  cookie?: string | undefined;
  /** Text and bytes are sent unchanged, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Uses its own connection, so that requests do not wait for each other. */
  ownConnection?: boolean;
}

export interface HttpResponse {
  status: number;
  /** Parsed if the response is JSON, else its text. */
  body: unknown;
  bytes: Buffer;
  headers: IncomingMessage['headers'];
  /** The cookies that it set, as the next request sends them. */
  cookie: string;
}

/** One HTTP request with any headers, including forged ones such as Host. */
export async function send(url: string, path: string, sent: RequestOptions = {}): Promise<HttpResponse> {
  const { token, cookie, body, headers } = sent;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const asked = request(url, {
    path,
    method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
    agent: sent.ownConnection ? false : AGENT,
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
    return await readResponse(await promise);
  } catch (error) {
    // The server closed an idle connection at the moment of its reuse, so there was no response.
    if (asked.reusedSocket && at(error, 'code') === 'ECONNRESET') return send(url, path, sent);
    throw error;
  }
}

/** Follows keys into a response; undefined if one is missing. */
export function at(value: unknown, ...keys: (string | number)[]): unknown {
  let found = value;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string | number, unknown>)[key];
  }
  return found;
}

/** The same for a text. */
export function textAt(value: unknown, ...keys: (string | number)[]): string {
  return String(at(value, ...keys) ?? '');
}

let calls = 0;

/** A header that gives a call its own address, if this machine is a trusted proxy. */
export function fromNewAddress(): Record<string, string> {
  calls += 1;
  return { 'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}` };
}

async function readResponse(response: IncomingMessage): Promise<HttpResponse> {
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
