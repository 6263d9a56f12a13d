import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip, gzipSync } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** A shorter body fits in one packet, compressed or not. */
const LEAST_LENGTH = 1_024;
/** A body that is compressed at once, in some 30 µs. To hand it to a thread takes five times as much CPU. */
const MOST_AT_ONCE = 64 * 1_024;
/** The lowest level makes a list ten times smaller already. A small window and little memory start faster. */
const FAST = { level: constants.Z_BEST_SPEED, windowBits: 12, memLevel: 5 };
const ENCODING = 'gzip';

const compress = promisify(gzip);
const negotiator = new Negotiator({ supportedValues: [ENCODING] });

/** Compresses JSON for clients that accept it. The files of the web app are compressed when it is built. */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers }, reply, sent: unknown) => {
    const body = sent instanceof Response && isWhole(sent) ? await textOf(sent, reply) : sent;
    if (!isCompressible(body, reply)) return body;
    // Also for clients that get it as it is: a cache must not give it to others.
    addVary(reply);
    if (!isAccepted(headers['accept-encoding'])) return body;
    reply.header('content-encoding', ENCODING);
    if (body instanceof Readable) return pipeline(body, createGzip(FAST), () => {});
    return body.length > MOST_AT_ONCE ? compress(body, FAST) : gzipSync(body, FAST);
  });
}

/** tRPC makes a response of the web's kind. One that comes in pieces passes as it is. */
function isWhole({ headers }: Response): boolean {
  return isJson(headers.get('content-type')) && !headers.has('transfer-encoding');
}

async function textOf(response: Response, reply: FastifyReply): Promise<string> {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  return response.text();
}

function isCompressible(body: unknown, reply: FastifyReply): body is string | Readable {
  if (!isJson(reply.getHeader('content-type')) || reply.hasHeader('content-length')) return false;
  return body instanceof Readable || (typeof body === 'string' && body.length >= LEAST_LENGTH);
}

function isJson(type: unknown): boolean {
  return typeof type === 'string' && type.startsWith('application/json');
}

function isAccepted(header: string | undefined): boolean {
  return header !== undefined && negotiator.negotiate(header) === ENCODING;
}

function addVary(reply: FastifyReply): void {
  const named = reply.getHeader('vary');
  reply.header('vary', named ? `${named}, Accept-Encoding` : 'Accept-Encoding');
}
