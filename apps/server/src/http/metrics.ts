import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList } from 'node:net';
import type { Services } from '@onus/api/core/context';
import { DELIVERY_RESULTS } from '@onus/api/core/notify/delivery-counts';
import { isSame } from '@onus/api/core/secrets/is-same';
import { countSessions } from '@onus/api/core/sessions/find';
import { countWaiting } from '@onus/api/notify/jobs';
import { scopeAt } from '@onus/api/notify/server-scope';
import { appRouter } from '@onus/api/root';
import { NOTICE_CHANNELS } from '@onus/contract/notify/settings';
import { bytesOf, rowsWritten } from '@onus/db/open';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Env } from '../env.ts';
import { HIGHEST_THREAD_USE, THREAD_USE } from './metric-names.ts';
import { procedureNamesOf } from './trpc/procedure-names.ts';

/** The sockets that are open now. */
export interface OpenSockets {
  /** How many there are, by kind. */
  counts(): Record<string, number>;
}

/** Seconds: from a lookup to a login that waits for its hash. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** For Prometheus: who scrapes from this machine, or knows METRICS_TOKEN. No one else learns that it is here. */
export function mountMetrics(app: FastifyInstance, services: Services, env: Env, sockets: OpenSockets): void {
  const registry = new Registry();
  // From here on: the start holds the event loop for longer than anything that comes later, and holds up no one.
  app.addHook('onListen', done => {
    collectDefaultMetrics({ register: registry });
    done();
  });
  measureRequests(app, registry);
  measureInstall(registry, services, sockets);
  measureNotifications(registry, services);
  app.get('/metrics', async (request, reply) => {
    if (!knowsToken(request.headers.authorization, env.METRICS_TOKEN) && !isFromHere(request, env))
      return reply.callNotFound();
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

/**
 * Labels are what the server itself has named: never an address that was asked for, nor an id in it, or
 * a client that asks for a thousand addresses makes a thousand series.
 */
function measureRequests(app: FastifyInstance, registers: Registry): void {
  const durations = new Histogram({
    name: 'onus_http_request_duration_seconds',
    help: 'Time to answer a request, by entry point, route and class of status',
    labelNames: ['entry_point', 'method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registers],
  });
  // To find a series by its labels takes longer than to count in it.
  const known = new Map<string, ReturnType<typeof durations.labels>>();
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { entryPoint, route } = placeOf(request);
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    const name = `${entryPoint} ${method} ${route} ${status}`;
    const series = known.get(name) ?? durations.labels({ entry_point: entryPoint, method, route, status });
    known.set(name, series);
    series.observe(reply.elapsedTime / 1000);
    done();
  });
}

function measureInstall(registry: Registry, services: Services, sockets: OpenSockets): void {
  const { db, backups, clock, threadMeter } = services;
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  new Gauge({
    name: 'onus_open_sockets',
    help: 'Open sockets, by kind',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const [kind, count] of Object.entries(sockets.counts())) this.set({ kind }, count);
    },
  });
  const thread = () => threadMeter.use() ?? { lastMinute: Number.NaN, busiestMinute: Number.NaN };
  gauge(
    THREAD_USE,
    'Share of the last minute in which the thread was busy; NaN in the first minute',
    () => thread().lastMinute,
  );
  gauge(
    HIGHEST_THREAD_USE,
    'The same for the busiest minute of the last 24 hours',
    () => thread().busiestMinute,
  );
  gauge('onus_sessions', 'Valid sessions', () => countSessions(db, clock()));
  gauge('onus_database_bytes', 'Size of the database', () => bytesOf(db));
  gauge(
    'onus_disk_free_bytes',
    'Room on the disk of the data; NaN where the system does not say',
    () => backups.room()?.free ?? Number.NaN,
  );
  new Counter({
    name: 'onus_database_rows_written_total',
    help: 'Rows written since the start',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(rowsWritten(db));
    },
  });
  gauge('onus_last_backup_timestamp_seconds', 'Start of the last complete backup; 0 for never', () =>
    Math.floor((backups.log().good?.at ?? 0) / 1000),
  );
  gauge('onus_last_backup_age_seconds', 'Age of the last complete backup; NaN for never', () => {
    const last = backups.log().good?.at;
    return last === undefined ? Number.NaN : Math.max(0, (clock() - last) / 1000);
  });
  gauge('onus_last_backup_failed', '1 if the last backup failed', () => (backups.log().failed ? 1 : 0));
}

/** Every series is there from the start, so that a rate can be read from the first failure on. */
function measureNotifications(registry: Registry, { db, deliveries, clock }: Services): void {
  new Gauge({
    name: 'onus_notifications_waiting',
    help: 'Notifications in the queue, by channel',
    labelNames: ['channel'],
    registers: [registry],
    collect() {
      for (const channel of NOTICE_CHANNELS) this.set({ channel }, 0);
      for (const { channel, count } of countWaiting(db, scopeAt(clock()))) this.set({ channel }, count);
    },
  });
  new Counter({
    name: 'onus_notification_deliveries_total',
    help: 'Attempts to deliver notifications since the start, by channel and result',
    labelNames: ['channel', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const channel of NOTICE_CHANNELS)
        for (const result of DELIVERY_RESULTS) this.inc({ channel, result }, 0);
      for (const { channel, result, count } of deliveries.all()) this.inc({ channel, result }, count);
    },
  });
}

function placeOf(request: FastifyRequest): { entryPoint: string; route: string } {
  const { url, config } = request.routeOptions;
  if (!url) return { entryPoint: 'none', route: 'none' };
  if (config.row) return { entryPoint: 'rest', route: url };
  if (url.startsWith('/trpc')) return { entryPoint: 'trpc', route: procedureOf(request) };
  if (url === '/healthz' || url === '/metrics') return { entryPoint: 'operation', route: url };
  return { entryPoint: 'app', route: 'file' };
}

/** One call by its name; what is asked together has many names in many orders. */
function procedureOf(request: FastifyRequest): string {
  const [name = '', ...more] = procedureNamesOf(request);
  if (more.length > 0) return 'batch';
  return Object.hasOwn(appRouter._def.procedures, name) ? name : 'unknown';
}

function knowsToken(header: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return false;
  return isSame(digestOf(header ?? ''), digestOf(`Bearer ${token}`));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * A client on this machine, and no proxy on it that passes on what the world asks. A proxy gives itself away
 * by what it adds; one that adds nothing, by an address for people that this server cannot serve itself. A
 * page in a browser here, whose name was made to lead here, says that name.
 */
function isFromHere({ socket, headers }: FastifyRequest, { PUBLIC_URL, TRUST_PROXY }: Env): boolean {
  const isHiddenProxy = PUBLIC_URL.startsWith('https:') && TRUST_PROXY === undefined;
  return (
    !isHiddenProxy && isLoopback(socket.remoteAddress) && !isPassedOn(headers) && namesThisMachine(headers)
  );
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

function isLoopback(address = ''): boolean {
  return LOOPBACK.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}

function isPassedOn(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some(name =>
    /^(?:x-forwarded-|x-real-|x-client-|cf-)|^(?:forwarded|via)$/.test(name),
  );
}

function namesThisMachine({ host = '' }: IncomingHttpHeaders): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host);
}
