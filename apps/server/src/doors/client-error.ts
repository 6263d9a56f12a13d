import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { BARE_ARMOUR } from './armour.ts';

/** What Node finds wrong with a request before there is one: only the connection can be told. */
const KINDS: Record<string, { status: number; code: string; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'BAD_REQUEST', message: 'The request came too slowly' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'BAD_REQUEST', message: 'The headers are larger than 16 KB' },
};
const MALFORMED = { status: 400, code: 'BAD_REQUEST', message: 'The request is not valid' };

/** Milliseconds. */
const FAREWELL = 500;

/** The same body as every other refusal. It is logged nowhere: the error holds the request, secrets and all. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const { status, ...body } = KINDS[error.code ?? ''] ?? MALFORMED;
  const text = JSON.stringify({ message: body.message, code: body.code });
  const headers = Object.entries({
    ...BARE_ARMOUR,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': text.length,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${text}`);
  // With what it still sends unread, the system would reset the connection before the answer is read.
  socket.resume();
  setTimeout(() => socket.destroy(), FAREWELL).unref();
}
