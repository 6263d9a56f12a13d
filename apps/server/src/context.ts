import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Caller, Context, RefreshCookie, Services } from '@onus/api/context';
import { DomainError } from '@onus/api/errors';
import { type Line, noLine } from '@onus/api/load';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lineOfRequest } from './doors/line.ts';
import { isOwnPage } from './doors/origin.ts';
import type { Env } from './env.ts';

/** Turns a request of any door into the one context that procedures know. */
export interface Contexts {
  /** @param calls how many the request makes. */
  ofRequest(request: FastifyRequest, reply: FastifyReply, calls?: number): Context;
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
  const attributes = { httpOnly: true, sameSite: 'strict', secure, path: '/' } as const;
  const sites = { publicUrl: PUBLIC_URL, allowed: ALLOWED_ORIGINS };

  function cookieOf(key: string, request: FastifyRequest, reply: FastifyReply): RefreshCookie {
    return {
      read: () => request.cookies[key] ?? null,
      demand() {},
      write: (value, expiresAt) =>
        void reply.setCookie(key, value, { ...attributes, expires: new Date(expiresAt) }),
      clear: () => void reply.clearCookie(key, attributes),
    };
  }

  return {
    ofRequest(request, reply, calls = 1) {
      const line = lineOfRequest(reply.raw, calls);
      reply.raw.once('close', services.load.connect(line));
      const isOwn = isOwnPage(request.headers, sites);
      const caller: Caller = {
        accessToken: bearer(request.headers.authorization),
        timeZone: single(request.headers['x-timezone']),
        userAgent: request.headers['user-agent'] ?? '',
        // Fastify reads X-Forwarded-For here, and only from TRUST_PROXY.
        address: request.ip,
        cookie: isOwn ? cookieOf(name, request, reply) : foreignCookie,
        marker: isOwn ? cookieOf(`${name}-browser`, request, reply) : foreignCookie,
        line,
      };
      return { ...services, caller };
    },
    ofSocket(handshake, request, line) {
      const caller: Caller = {
        accessToken: single(handshake?.token),
        timeZone: single(handshake?.timeZone),
        userAgent: request.headers['user-agent'] ?? '',
        // Read as Fastify reads it for a request, or all behind a proxy would count as one.
        address: proxyAddr(request, isTrusted) ?? '',
        cookie: noCookie,
        marker: noCookie,
        line: line ?? noLine(),
      };
      return { ...services, caller };
    },
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

function single(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
