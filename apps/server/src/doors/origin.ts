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

/**
 * True unless a page of another site had a browser ask. `SameSite=Strict` keeps our cookies from most of
 * them, but another port or subdomain of the same site is none of ours either. Browsers say of each request
 * where it comes from, of images and forms too; where they do not, Origin does.
 */
export function isOwnPage(headers: IncomingHttpHeaders, allowed: readonly string[]): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return true;
  if (site !== undefined && headers.origin === undefined) return false;
  return isOwnOrigin(headers, allowed);
}
