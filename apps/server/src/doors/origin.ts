import type { IncomingHttpHeaders } from 'node:http';

/**
 * True unless a page of another site asks. Browsers always send Origin with a socket's handshake; other
 * clients send none. One check before the upgrade serves both kinds of socket, which check nothing themselves.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, allowed: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
