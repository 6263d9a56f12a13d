import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** What Node finds wrong with a request before there is one: nobody but the connection can be told. */
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
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nX-Content-Type-Options: nosniff`;
  const type = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${text.length}`;
  socket.end(`${head}\r\n${type}\r\n\r\n${text}`);
  // With what it still sends unread, the system would reset the connection before the answer is read.
  socket.resume();
  setTimeout(() => socket.destroy(), FAREWELL).unref();
}
