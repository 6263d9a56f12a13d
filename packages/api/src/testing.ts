import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Registration } from '@onus/contract/auth/registration';
import type { Role } from '@onus/contract/auth/role';
import type { Requirement } from '@onus/contract/auth/second-factor';
import type { Day } from '@onus/contract/dates/calendar';
import type { Topic } from '@onus/contract/live/topic';
import { exportFile } from '@onus/contract/transfer/export';
import { type ExportPage, joinPages } from '@onus/contract/transfer/export-parts';
import type { ExportFile, ExportKind } from '@onus/contract/transfer/export-schema';
import type { Backup } from '@onus/db/backup/backup';
import { readBackupLog } from '@onus/db/backup/backup-log';
import { createGroupCommit } from '@onus/db/commits/group-commit';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { testDb } from '@onus/db/testing';
import { TRPCError } from '@trpc/server';
import { eq } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import type { Caller, Context, Services } from './core/context.ts';
import { createLedger } from './core/ledger/ledger.ts';
import { NO_OPERATIONS, operationsOfHeader } from './core/ledger/operations.ts';
import { createCallsInFlight } from './core/limits/calls-in-flight.ts';
import { createLoad, noLine } from './core/limits/load.ts';
import { createImports } from './core/limits/running-imports.ts';
import { createThreadMeter } from './core/limits/thread-meter.ts';
import { createThrottle } from './core/limits/throttle.ts';
import { createEvents } from './core/live/events.ts';
import type { Mailer } from './core/mail.ts';
import { createDeliveryCounts } from './core/notify/delivery-counts.ts';
import { createPresence } from './core/notify/presence.ts';
import type { Provider } from './core/oidc/provider.ts';
import type { Pusher } from './core/push/pusher.ts';
import { createScope } from './core/scope.ts';
import { createChallenges } from './core/secrets/challenges.ts';
import { createKnownBrowsers } from './core/secrets/known-browsers.ts';
import { createPasswords } from './core/secrets/passwords.ts';
import { createSealing } from './core/secrets/sealing.ts';
import { createStopLinks } from './core/secrets/stop-links.ts';
import { acceptTokens } from './core/sessions/accept-tokens.ts';
import { createAccessTokens } from './core/sessions/access-token.ts';
import { createSessions } from './core/sessions/lucia.ts';
import { createRefreshSecrets } from './core/sessions/refresh-secret.ts';
import { createCaller } from './root.ts';
import { exportPage } from './transfer/archive/export.ts';

const DAY = 86_400_000;
/** The lowest cost argon2 allows: tests make hundreds of accounts. */
export const LOWEST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const KEY = new Uint8Array(32).fill(7);

/** One install of its own: real procedures, a real database, a clock the test moves. */
export interface World extends Services {
  /** Moves the clock. Sessions end by the machine's own clock, so tests only ever move forward a little. */
  advance(ms: number): void;
  /** A browser: a caller with cookies of its own and the token it was last given. */
  browser(settings?: BrowserSettings): Browser;
  /** A registered person in a browser of their own. */
  person(name: string, roles?: 'User' | 'Manager', settings?: BrowserSettings): Promise<Browser>;
}

export interface BrowserSettings {
  timeZone?: string;
  address?: string;
}

export interface WorldSettings {
  mailer?: Mailer;
  passwordMinLength?: number;
  /** The date the clock begins at, at noon UTC; later than the machine's own, by which sessions end. */
  firstDay?: Day;
  registration?: Registration;
  provider?: Provider;
  pusher?: Pusher;
  requireSecondFactor?: Requirement;
  /** The data folder, for what is known of the backups, and how often there is one. */
  backups?: { folder: string; every: number | null; make?: () => Promise<Backup> };
  /** For tests of what happens at each try: only they count commits that fail, or what is written on the side. */
  areCommitsSteady?: boolean;
}

export interface Browser {
  call: ReturnType<typeof createCaller>;
  context: Context;
  /** The same calls, each in a request of its own that carries this operation id. */
  under(op: string): Browser['call'];
  /** What a browser holds: the access token in memory, the cookie in its jar. */
  held: { accessToken: string | null; cookie: string | null; marker: string | null; oidc: string | null };
}

/** Every n-th commit of every world fails, and its callers try once more: set where a whole suite runs that way. */
const { ONUS_FAIL_COMMIT_EVERY: FAILING = '0' } = process.env;

/** @param settings what an operator may have set: no mail and no longer passwords, unless the test says so. */
export function testWorld(db: Db = testDb(), settings: WorldSettings = {}): World {
  const isFailing = FAILING !== '0' && !settings.areCommitsSteady;
  if (isFailing) failCommits(db, Number(FAILING));
  // Begins at the next noon, so that no test runs across midnight whenever it is started.
  let ahead = settings.firstDay
    ? Date.parse(`${settings.firstDay}T12:00:00.000Z`) - Date.now()
    : 1.5 * DAY - (Date.now() % DAY);
  const services = servicesOf(db, settings, () => Date.now() + ahead);

  function browser({ timeZone = 'UTC', address = '192.0.2.1' }: BrowserSettings = {}): Browser {
    const held: Browser['held'] = { accessToken: null, cookie: null, marker: null, oidc: null };
    const context: Context = { ...services, caller: callerOf(held, timeZone, address) };
    const procedures = (of: Context) => (isFailing ? tryingAgain(createCaller(of)) : createCaller(of));
    function under(op: string) {
      const caller = callerOf(held, timeZone, address);
      Object.defineProperty(caller, 'operations', { get: () => operationsOfHeader(op) });
      return procedures({ ...services, caller });
    }
    return { call: procedures(context), under, context, held };
  }

  async function person(name: string, roles: 'User' | 'Manager' = 'User', settings = {}): Promise<Browser> {
    const mine = browser(settings);
    const email = `${name.toLowerCase()}@example.com`;
    const { accessToken } = await mine.call.auth.register({ name, email, password: `${name}-secret`, roles });
    mine.held.accessToken = accessToken;
    return mine;
  }

  function advance(ms: number): void {
    ahead += ms;
  }

  return { ...services, advance, browser, person };
}

/** What an install shares, with the key of all tests. */
function servicesOf(db: Db, settings: WorldSettings, clock: () => number): Services {
  const tokens = createAccessTokens(KEY, 600_000);
  const events = createEvents();
  const throttle = createThrottle();
  const commits = createGroupCommit(db);
  const requirement = settings.requireSecondFactor ?? 'none';
  const sessions = createSessions(db, tokens, createRefreshSecrets(KEY), requirement);
  return {
    db,
    commits,
    events,
    sessions: acceptTokens(sessions, { db, commits, clock, requirement }),
    passwords: createPasswords(settings.passwordMinLength ?? 0, throttle.hash, LOWEST_COST),
    sealing: createSealing(KEY),
    challenges: createChallenges(KEY),
    throttle,
    load: createLoad(),
    threadMeter: createThreadMeter(),
    callsInFlight: createCallsInFlight(),
    imports: createImports(),
    ledger: createLedger(KEY),
    knownBrowsers: createKnownBrowsers(KEY),
    provider: settings.provider ?? null,
    presence: createPresence(),
    deliveries: createDeliveryCounts(),
    stopLinks: createStopLinks(KEY),
    pusher: settings.pusher ?? null,
    mailer: settings.mailer ?? null,
    backups: {
      every: settings.backups?.every ?? null,
      log: () => readBackupLog(settings.backups?.folder ?? ''),
      isRunning: () => false,
      room: () => null,
      make: settings.backups?.make ?? (() => Promise.reject(new Error('there is no folder for it'))),
    },
    version: '0.0.0',
    pageSizes: { messages: 20, conversations: 20 },
    registration: settings.registration ?? 'open',
    requireSecondFactor: requirement,
    publicUrl: 'https://onus.example',
    clock,
  };
}

/** A real mail server on a port of its own, with what it received. */
export interface Mailbox {
  /** For SMTP_URL. */
  url: string;
  mails: ReceivedMail[];
  /** The next mail to arrive, or one that is there and was not asked for yet. */
  next(): Promise<ReceivedMail>;
  close(): Promise<void>;
}

export interface ReceivedMail {
  to: string[];
  /** Headers and text, decoded. */
  text: string;
}

/** @param refusals how many mails are turned away with that code, of a passing fault, before one is taken. */
export async function openMailbox(refusals = 0, responseCode = 451): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  let [left, read, wake] = [refusals, 0, () => {}];
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      void text(stream).then(raw => {
        if (left-- > 0) return done(Object.assign(new Error('Not taken'), { responseCode }));
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: decoded(raw) });
        done();
        wake();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    mails,
    async next() {
      let mail = mails[read];
      while (!mail) {
        await new Promise<void>(resolve => {
          wake = resolve;
        });
        mail = mails[read];
      }
      read += 1;
      return mail;
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}

/** Quoted-printable, as mail writes long lines. */
function decoded(raw: string): string {
  return raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** A member of a manager's household, made as the manager's dashboard makes one. */
export async function member(
  world: World,
  manager: Browser,
  name: string,
  { roles = [], ...settings }: BrowserSettings & { roles?: Role[] } = {},
): Promise<Browser> {
  const mine = world.browser(settings);
  const email = `${name.toLowerCase()}@example.com`;
  await manager.call.member.create({ username: name, email, password: 'secret', roles });
  mine.held.accessToken = (await mine.call.auth.login({ email, password: 'secret' })).accessToken;
  return mine;
}

/** An Admin: no entry point creates one, the command line does. */
export async function admin(world: World, name: string, settings = {}): Promise<Browser> {
  const mine = await world.person(name, 'Manager', settings);
  const { id } = await mine.call.auth.me();
  world.db
    .update(user)
    .set({ roles: ['Admin', 'Manager'] })
    .where(eq(user.id, id))
    .run();
  return mine;
}

export async function idOf(person: Browser): Promise<string> {
  return (await person.call.auth.me()).id;
}

/** A whole export, asked of the database alone: logging in would be a change of its own. */
export async function exportedFrom(db: Db, email: string, kind: ExportKind): Promise<ExportFile> {
  const account = db.select().from(user).where(eq(user.email, email)).get();
  if (!account) throw new Error(`no account of ${email}`);
  const scope = createScope({ now: 0, changed() {} }, account, '', '2026-01-01');
  return joined(cursor => exportPage(db, scope, kind, cursor));
}

/** What a browser downloads. */
export async function downloaded({ call }: Browser, kind: ExportKind): Promise<ExportFile> {
  const ask = kind === 'user' ? call.archive.mine : call.archive.household;
  return joined(cursor => ask({ cursor }));
}

/** A calendar date of the world's own clock, in UTC. */
export function dayFrom(world: World, offset: number): Day {
  return new Date(world.clock() + offset * DAY).toISOString().slice(0, 10);
}

/** What each of several people is told of an action; `unlike` is a topic the action has nothing to do with. */
export async function ticksOf(
  world: World,
  people: Record<string, Browser>,
  unlike: Topic,
  action: () => Promise<unknown>,
): Promise<Record<string, Topic[]>> {
  const names = Object.keys(people);
  const ids = await Promise.all(Object.values(people).map(idOf));
  const inboxes = ids.map(id => world.events.open(id));
  await action();
  world.events.tick(unlike, ids);
  const heard = await Promise.all(inboxes.map(inbox => inbox[Symbol.asyncIterator]().next()));
  return Object.fromEntries(
    names.map((name, place) => [
      name,
      (heard[place]?.value ?? []).filter((topic: Topic) => topic !== unlike),
    ]),
  );
}

/** Every n-th commit fails as on a disk that is full for a moment. */
function failCommits({ $client: client }: Db, every: number): void {
  const exec = client.exec.bind(client);
  let commits = 0;
  client.exec = sql => {
    if (sql !== 'commit' || ++commits % every !== 0) return exec(sql);
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  };
}

/** Of calls at once, the commit of one that is made again can be the third one too. */
const ATTEMPTS = 5;

/** The same procedures; a call that is answered 503 is made again, as a client is told to. */
function tryingAgain<Procedures extends object>(procedures: Procedures): Procedures {
  return new Proxy(procedures, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      return typeof found === 'function' ? tryingAgain(found) : found;
    },
    async apply(procedure, self, input) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await Reflect.apply(procedure as never, self, input);
        } catch (error) {
          const isFull = error instanceof TRPCError && error.code === 'SERVICE_UNAVAILABLE';
          if (!isFull || attempt === ATTEMPTS) throw error;
        }
      }
    },
  });
}

interface Place {
  limit?: number | undefined;
  cursor?: string | null | undefined;
}

/** A list out of all its pages. */
export async function whole<Input extends Place, Row>(
  list: (input: Input) => Promise<{ items: Row[]; nextCursor: string | null }>,
  input: Input,
): Promise<Row[]> {
  const { items, nextCursor } = await list({ ...input, limit: 500 });
  return nextCursor === null ? items : [...items, ...(await whole(list, { ...input, cursor: nextCursor }))];
}

/** Pages put together, and read again as a file is. */
async function joined(ask: (cursor?: string) => ExportPage | Promise<ExportPage>): Promise<ExportFile> {
  const pages: [ExportPage, ...ExportPage[]] = [await ask()];
  for (let { nextCursor } = pages[0]; nextCursor; nextCursor = pages.at(-1)?.nextCursor ?? null) {
    pages.push(await ask(nextCursor));
  }
  return exportFile.parse(JSON.parse(JSON.stringify(joinPages(pages))));
}

function callerOf(held: Browser['held'], timeZone: string, address: string): Caller {
  return {
    get accessToken() {
      return held.accessToken;
    },
    timeZone,
    userAgent: 'test',
    address,
    line: noLine(),
    operations: NO_OPERATIONS,
    cookie: {
      read: () => held.cookie,
      demand() {},
      write(value) {
        held.cookie = value;
      },
      clear() {
        held.cookie = null;
      },
    },
    marker: {
      read: () => held.marker,
      write(value) {
        held.marker = value;
      },
    },
    oidc: {
      read: () => held.oidc,
      write(value) {
        held.oidc = value;
      },
      clear() {
        held.oidc = null;
      },
    },
  };
}

/** What a table with a row for each procedure lacks or has too many, each as a sentence that says what to do. */
export function tableErrors(rows: readonly string[], procedures: readonly string[], file: string): string[] {
  const missing = procedures.filter(path => !rows.includes(path));
  const stray = [...new Set(rows)].filter(path => !procedures.includes(path));
  return [
    ...missing.map(path => `${path} has no row. Add one to ${file}.`),
    ...stray.map(path => `${path} needs no row. Remove it from ${file}.`),
  ];
}
