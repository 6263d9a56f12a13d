import type { IncomingMessage } from 'node:http';
import type { Services } from '@onus/api/core/context';
import { readAgain } from '@onus/api/core/trpc';
import type { AppRouter } from '@onus/api/root';
import { changeCounter } from '@onus/db/statements/changes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Contexts } from '../context.ts';
import { procedureNamesOf } from './trpc/procedure-names.ts';

type Routers = AppRouter['_def']['record'];
type Lists = { readonly [Router in keyof Routers]?: readonly (keyof Routers[Router] & string)[] };

/** Queries whose response follows from the request, the date and the data alone. Of REST, rows say so themselves. */
const LISTS: Lists = {
  task: ['list', 'find', 'counts'],
  manager: ['tasks', 'findTasks', 'counts'],
  member: ['tasks', 'findTasks', 'counts'],
  grocery: ['list', 'page', 'find'],
  chat: ['conversations', 'findConversations', 'messages', 'findMessages', 'unread'],
};

const NAMES = new Set(
  Object.entries(LISTS).flatMap(([router, names]) => names.map(name => `${router}.${name}`)),
);

const MOST = {
  /** Requests that are known to have been sent before. */
  requests: 1_000,
  /** Characters or bytes of a response that is kept. */
  response: 64 * 1_024,
  /** The same of all responses and of the requests for them. */
  all: 2 * 1_024 * 1_024,
};

/** Milliseconds. In every time zone a day begins with one of these quarters of an hour. */
const QUARTER = 15 * 60_000;

/** Of these the next response has its own, or must not have any. */
const OWN_HEADERS = ['set-cookie', 'connection', 'retry-after'];

/** A time in which a request gets the same response however often it is sent: it ends with every change. */
interface Moment {
  readonly changes: number;
  readonly quarter: number;
}

type Headers = ReturnType<FastifyReply['getHeaders']>;

interface Response {
  body: Buffer;
  headers: Headers;
}

/** A list that is asked for, and when. */
interface Asked {
  key: string;
  moment: Moment;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null unless its response may be kept. */
    asked: Asked | null;
  }
}

/**
 * A list that is asked for again, by a request with the same address and headers, gets the same bytes, as long as nothing
 * at all was written and no day has begun. The session and the limits of the caller are looked at as ever. A program
 * that polls costs a third of what it did (docs/decisions/0029-kept-responses.md).
 */
export function keepResponses(app: FastifyInstance, services: Services, contexts: Contexts): void {
  const responses = createResponses(services);

  /** @returns whether the request is answered. A refusal is said where every request hears it. */
  async function repeat(key: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    try {
      const response = await readAgain(contexts.ofRequest(request, reply), () => responses.find(key));
      if (!response) return false;
      void reply.headers(response.headers).send(response.body);
      return true;
    } catch {
      return false;
    }
  }

  app.decorateRequest('asked', null);
  app.addHook('onRequest', (request, reply, done) => {
    if (!isForList(request)) return done();
    const key = keyOf(request.raw);
    const answer = () => {
      request.asked = responses.asked(key);
      done();
    };
    if (!responses.find(key)) return answer();
    void repeat(key, request, reply).then(isAnswered => isAnswered || answer());
  });
  app.addHook('onSend', ({ asked }, reply, body: unknown, done) => {
    if (asked && reply.statusCode === 200 && (typeof body === 'string' || Buffer.isBuffer(body)))
      responses.keep(asked, body, reply.getHeaders());
    done(null, body);
  });
}

function createResponses(services: Services) {
  const changes = changeCounter(services.db);
  /** Requests that were sent before. Most are not sent again, so their first response is not kept. */
  const known = new Set<string>();
  let kept = new Map<string, Response>();
  let moment: Moment = { changes: 0, quarter: 0 };
  let size = 0;

  function forget(): void {
    // A cleared map would be worse: V8 keeps its entries until the next major collection (where-the-time-goes.md).
    kept = new Map();
    size = 0;
  }

  /** The same object for as long as the moment lasts. */
  function now(): Moment {
    const next = { changes: changes(), quarter: Math.floor(services.clock() / QUARTER) };
    if (next.changes === moment.changes && next.quarter === moment.quarter) return moment;
    forget();
    moment = next;
    return next;
  }

  return {
    /** Null for a request that is not known. */
    asked(key: string): Asked | null {
      if (known.has(key)) return { key, moment: now() };
      if (known.size === MOST.requests) known.clear();
      known.add(key);
      return null;
    },
    find(key: string): Response | undefined {
      if (!kept.has(key)) return undefined;
      now();
      return kept.get(key);
    },
    /** Keeps a response if nothing was written since it was asked for: then no part of it is older than the rest. */
    keep({ key, moment: began }: Asked, body: string | Buffer, headers: Headers): void {
      if (body.length > MOST.response || now() !== began || OWN_HEADERS.some(name => name in headers)) return;
      size += body.length + key.length;
      // As bytes: Fastify would write its own content type of a text.
      if (size > MOST.all) forget();
      else kept.set(key, { body: Buffer.from(body), headers });
    },
  };
}

/** One that names its caller and has no body. */
function isForList(request: FastifyRequest): boolean {
  const { method, headers, routeOptions } = request;
  if (method !== 'GET' || headers.authorization === undefined) return false;
  if ('content-length' in headers || 'transfer-encoding' in headers) return false;
  const { url, config } = routeOptions;
  if (config.row) return config.row.isKept === true;
  if (!url?.startsWith('/trpc/')) return false;
  return procedureNamesOf(request).every(name => NAMES.has(name));
}

/** All that a response may follow from, so that nothing has to be known of what it follows from. */
function keyOf({ url = '', rawHeaders }: IncomingMessage): string {
  return `${url}\n${rawHeaders.join('\n')}`;
}
