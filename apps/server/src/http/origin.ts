import type { IncomingHttpHeaders } from 'node:http';

/** The sites whose pages may use this server. */
export interface OwnSites {
  /** The address people use. */
  publicUrl: string;
  /** Origins of other sites that the operator allows. */
  allowed: readonly string[];
}

/**
 * True unless a page of another site asks. Browsers always send Origin with a socket's handshake; other
 * clients send none. One check before the upgrade serves both kinds of socket, which check nothing themselves.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, { publicUrl, allowed }: OwnSites): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (origin === publicUrl || allowed.includes(origin)) return true;
  const page = URL.parse(origin);
  // Where people use https, anyone on the network can answer for the same host over http.
  return page !== null && page.host === host && (page.protocol === 'https:' || !isSecure(publicUrl));
}

/**
 * True unless a page of another site had a browser ask. `SameSite=Strict` keeps our cookies from most of
 * them, but another port or subdomain of the same site is none of ours either. Browsers say of each request
 * where it comes from, of images and forms too; where they do not, Origin does.
 */
export function isOwnPage(headers: IncomingHttpHeaders, sites: OwnSites): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return true;
  if (site !== undefined && headers.origin === undefined) return false;
  return isOwnOrigin(headers, sites);
}

function isSecure(url: string): boolean {
  return url.startsWith('https:');
}
