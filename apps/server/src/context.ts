import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Caller, Context, RefreshCookie, Services } from '@onus/api/core/context';
import { DomainError } from '@onus/api/core/errors';
import { NO_OPERATIONS, type Operations } from '@onus/api/core/ledger/operations';
import { type Line, noLine } from '@onus/api/core/limits/load';
import { FEED_PREFIX } from '@onus/api/core/sessions/tokens';
import { EVENT_HEADER } from '@onus/contract/operation/headers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from './env.ts';
import { lineOfRequest } from './http/connections/request-line.ts';
import { isOwnPage } from './http/origin.ts';

/** Turns a request of any entry point into the one context that procedures know. */
export interface Contexts {
  /**
   * @param operations which its calls carry out.
   * @param calls how many the request makes.
   */
  ofRequest(request: FastifyRequest, reply: FastifyReply, operations?: Operations, calls?: number): Context;
  /** The same for an answer that another site sent the browser back with: it may sign this browser in. */
  ofReturn(request: FastifyRequest, reply: FastifyReply): Context;
  /** @param handshake the token and zone a socket brought; it never carries the refresh cookie. */
  ofSocket(handshake: Record<string, unknown> | null, request: IncomingMessage, line?: Line | null): Context;
}

export function createContexts(
  services: Services,
  { PUBLIC_URL, ALLOWED_ORIGINS, TRUST_PROXY = [] }: Env,
): Contexts {
  const secure = PUBLIC_URL.startsWith('https:');
  const isTrusted = proxyAddr.compile(TRUST_PROXY);
  const name = secure ? '__Host-onus' : 'onus';
  const cookieOf = cookies(secure);
  const sites = { publicUrl: PUBLIC_URL, allowed: ALLOWED_ORIGINS };

  function ofOwn(
    request: FastifyRequest,
    reply: FastifyReply,
    isOwn: boolean,
    operations: Operations,
    calls: number,
  ) {
    const line = lineOfRequest(reply.raw, calls);
    reply.raw.once('close', services.load.connect(line));
    const caller: Caller = {
      accessToken: credential(bearer(request.headers.authorization)),
      timeZone: single(request.headers['x-timezone']),
      userAgent: request.headers['user-agent'] ?? '',
      // Fastify reads X-Forwarded-For here, and only from TRUST_PROXY.
      address: request.ip,
      cookie: isOwn ? withLastEvent(cookieOf(name, request, reply), reply) : foreignCookie,
      marker: isOwn ? cookieOf(`${name}-browser`, request, reply) : foreignCookie,
      // It comes back with a redirect of another site, to which browsers add no strict cookie.
      oidc: isOwn ? cookieOf(`${name}-oidc`, request, reply, 'lax') : foreignCookie,
      line,
      operations,
    };
    return { ...services, caller };
  }

  /** Who gets a session reads the lists after it. */
  function withLastEvent(cookie: RefreshCookie, reply: FastifyReply): RefreshCookie {
    return {
      ...cookie,
      write(value, expiresAt) {
        cookie.write(value, expiresAt);
        reply.header(EVENT_HEADER, services.events.lastId());
      },
    };
  }

  return {
    ofRequest: (request, reply, operations = NO_OPERATIONS, calls = 1) =>
      ofOwn(request, reply, isOwnPage(request.headers, sites), operations, calls),
    ofReturn: (request, reply) => ofOwn(request, reply, true, NO_OPERATIONS, 1),
    ofSocket(handshake, request, line) {
      const caller: Caller = {
        accessToken: credential(single(handshake?.token)),
        timeZone: single(handshake?.timeZone),
        userAgent: request.headers['user-agent'] ?? '',
        // Read as Fastify reads it for a request, or all behind a proxy would count as one.
        address: proxyAddr(request, isTrusted) ?? '',
        cookie: noCookie,
        marker: noCookie,
        oidc: noCookie,
        line: line ?? noLine(),
        operations: NO_OPERATIONS,
      };
      return { ...services, caller };
    },
  };
}

/** Reads and writes a cookie of this host. */
function cookies(secure: boolean) {
  return (
    key: string,
    request: FastifyRequest,
    reply: FastifyReply,
    sameSite: 'strict' | 'lax' = 'strict',
  ): RefreshCookie => {
    const attributes = { httpOnly: true, sameSite, secure, path: '/' };
    return {
      read: () => request.cookies[key] ?? null,
      demand() {},
      write: (value, expiresAt) =>
        void reply.setCookie(key, value, { ...attributes, expires: new Date(expiresAt) }),
      clear: () => void reply.clearCookie(key, attributes),
    };
  };
}

/** Of another site's page: what the browser sends along is not that page's to use, nor to end. */
const foreignCookie: RefreshCookie = { read: () => null, demand() {}, write() {}, clear() {} };
const noCookie: RefreshCookie = { read: () => null, demand: refuse, write: refuse, clear() {} };

function refuse(): never {
  throw new DomainError('BAD_REQUEST', 'Sign in over HTTP: a socket cannot set a cookie');
}

function bearer(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}

/** The token of a calendar feed is a credential at the address of the feed alone. */
function credential(token: string | null): string | null {
  return token?.startsWith(FEED_PREFIX) ? null : token;
}

function single(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
