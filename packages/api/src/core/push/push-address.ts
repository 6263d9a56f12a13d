import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where push messages may go: a push service is an address that a browser named, so it could name any. */
export interface PushAddresses {
  /** Whether an endpoint may be used. A name that cannot be resolved now is looked at when sending. */
  allows(endpoint: string): Promise<boolean>;
  /**
   * How a connection to an endpoint finds its host: it fails with code {@link NOT_PUBLIC} unless each address is public.
   * Null for an endpoint that may not be used whatever it resolves to, undefined for one that the operator trusts.
   */
  lookupFor(url: URL): LookupFunction | null | undefined;
}

/** Code of the error for a name of this machine or of its network. */
export const NOT_PUBLIC = 'ONUS_NOT_PUBLIC';

const HTTPS = 443;
/** Public IPv6 addresses begin with the bits 001. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');
/** Names that no public name server knows. */
const LOCAL_NAME = /^[^.]+\.?$|\.(?:localhost|local|internal)\.?$/;
/** Milliseconds. */
const DNS = { timeout: 2_000, tries: 2 };

/** @param trusted `host:port` of push services that the operator names although they are not public. */
export function createPushAddresses(trusted: readonly string[]): PushAddresses {
  function lookupFor(url: URL): LookupFunction | null | undefined {
    const { protocol, username, password, hostname, port } = url;
    if (protocol !== 'https:' || username || password) return null;
    if (trusted.includes(`${hostname}:${port || HTTPS}`)) return undefined;
    const plain = hostname.replace(/^\[|\]$/g, '');
    const isGood = isIP(plain) ? isPublic(plain) : !LOCAL_NAME.test(hostname);
    return isGood ? lookUpPublic : null;
  }

  return {
    async allows(endpoint) {
      const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
      const lookup = url && lookupFor(url);
      if (!url || lookup === null) return false;
      return lookup === undefined || (await addressesOf(url.hostname)).every(isPublicOne);
    },
    lookupFor,
  };
}

interface Found {
  address: string;
  family: 4 | 6;
}

function lookUpPublic(...[host, options, done]: Parameters<LookupFunction>): void {
  void addressesOf(host).then(found => {
    const [first] = found;
    if (!first) done(failure('ENOTFOUND'), '');
    else if (!found.every(isPublicOne)) done(failure(NOT_PUBLIC), '');
    else if (options.all) done(null, found);
    else done(null, first.address, first.family);
  });
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/**
 * Asks the name servers, and not the system: its resolver has four threads, which passwords need too. Nothing for a name
 * that they do not know.
 */
async function addressesOf(host: string): Promise<Found[]> {
  const resolver = new Resolver(DNS);
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return [...familyOf(four, 4), ...familyOf(six, 6)];
}

function familyOf(answer: PromiseSettledResult<string[]>, family: 4 | 6): Found[] {
  return answer.status === 'fulfilled' ? answer.value.map(address => ({ address, family })) : [];
}

function isPublicOne({ address }: Found): boolean {
  return isPublic(address);
}

function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL);
}
