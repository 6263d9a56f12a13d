import { closeDb, openDb } from '@onus/db/open';
import { becomesTrue, type Listener, listen, listenSocketIo } from '../../../lib/client/event-listener.ts';
import { fromNewAddress, send, textAt } from '../../../lib/client/http-client.ts';
import { inBackground } from '../../../lib/concurrency.ts';
import { type Mailbox, openMailbox } from '../../../lib/mailbox.ts';
import type { Server } from '../../../lib/server/server.ts';
import { exceptions } from '../../../lib/statistics.ts';
import {
  type Account,
  addMember,
  createAdmin,
  logIn,
  register,
  withServer,
} from '../../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../../proof.ts';
import { openToSession, openToSignIn, SESSION_ENTRY_POINTS } from './access-attempts.ts';

const ROUNDS = { short: 1, full: 5 };
/** Fewer than the failed logins that an account may have, so that the limit refuses none. */
const LOGINS = { short: 3, full: 8 };

/**
 * Two rules end a person's access: the server ends their sessions, and no entry point accepts an inactive
 * account. Each must hold alone. An ended session stays ended when the account is active again. A session that is
 * left in the file, for example by a manual edit, opens nothing.
 */
export const deactivated: Proof = {
  name: 'deactivated',
  guarantee: 'A deactivated or deleted account has no access',
  target:
    'token, both sockets, refresh, login, link, reset: 0 open after the response, 0 with a session that was left, 0 alive again after a reactivation',
  short: true,
  async measure(size) {
    const mailbox = await openMailbox();
    try {
      return await withServer({ SMTP_URL: mailbox.url }, server => shutOut(server, mailbox, size), {
        hasCheapPasswords: size === 'short',
      });
    } finally {
      await mailbox.close();
    }
  },
};

interface House {
  server: Server;
  mailbox: Mailbox;
  boss: Account;
  admin: Account;
}

interface Way {
  name: string;
  shut(house: House, id: string): Promise<void> | void;
  /** Cases in which the server itself ends access and closes the sockets. It gets no notice of edits of the file. */
  cuts: boolean;
  reopen?(house: House, id: string): Promise<void>;
}

const RESET = 'Subject: Set a new password for Onus';

const WAYS: readonly Way[] = [
  {
    name: 'deactivated',
    cuts: true,
    shut: ({ boss, server }, id) => sendOrThrow(server, 'PATCH', '/users', { id, active: false }, boss),
    reopen: ({ boss, server }, id) => sendOrThrow(server, 'PATCH', '/users', { id, active: true }, boss),
  },
  {
    name: 'deleted',
    cuts: true,
    shut: ({ admin, server }, id) => sendOrThrow(server, 'DELETE', '/users', { id }, admin),
  },
  {
    name: 'deactivated, with a session left',
    cuts: false,
    shut: ({ server }, id) => atFile(server, 'update user set active = 0 where id = ?', id),
  },
  {
    name: 'deleted, with a session left',
    cuts: false,
    shut: ({ server }, id) => atFile(server, 'update user set deleted_at = 1 where id = ?', id),
  },
];

async function shutOut(server: Server, mailbox: Mailbox, size: Size): Promise<Result> {
  const admin = await createAdmin(server, 'Admin');
  const wrong: string[] = [];
  let tries = 0;
  for (let round = 0; round < ROUNDS[size]; round++) {
    // Another manager each time: an address receives only a few links an hour.
    const boss = await register(server, `Boss-${round}`, 'Manager');
    const house = { server, mailbox, boss, admin };
    for (const [number, way] of WAYS.entries()) {
      const seen = await shutOnce(house, way, `Gone-${round}-${number}`, LOGINS[size]);
      tries += seen.tries;
      wrong.push(...seen.wrong.map(what => `${way.name}: ${what}`));
    }
  }
  return { measured: exceptions(wrong, tries, 'attempts got in'), holds: wrong.length === 0 };
}

async function shutOnce(house: House, way: Way, name: string, count: number) {
  const { server, boss } = house;
  const gone = await addMember(server, boss, name);
  const wrong = await unopened(server, await logIn(server, gone));
  const token = await linkFor(house, gone);
  const sockets = [listen(server.url, gone.token), listenSocketIo(server.url, gone.token)];
  await Promise.all(sockets.map(({ ready }) => ready));
  const { email, password } = gone;
  const logins = inBackground(
    Promise.all(Array.from({ length: count }, () => ask(server, '/auth', { email, password }))),
  );
  await way.shut(house, gone.id);
  const before = sockets.map(one => one.received.length);
  await sendOrThrow(server, 'POST', '/trpc/member.updateSelf', { username: `Boss of ${name}` }, boss);
  wrong.push(...(await receivedAfter(sockets, before, way.cuts)));
  const signedIn = (await logins).filter(({ status }) => status === 200);
  const late = signedIn.map(({ body, cookie }) => ({ ...gone, token: textAt(body, 'accessToken'), cookie }));
  for (const one of [gone, ...late]) wrong.push(...(await openToSession(server, one)));
  wrong.push(...(await openToSignIn(server, gone, token)), ...(await mailed(house, gone)));
  if (way.reopen) {
    await way.reopen(house, gone.id);
    for (const one of [gone, ...late])
      wrong.push(...(await openToSession(server, one)).map(entryPoint => `${entryPoint}, once active again`));
    const { status } = await ask(server, '/auth', { email, password });
    if (status !== 200) wrong.push(`once active again the owner gets ${status}`);
  }
  return { wrong, tries: (1 + late.length) * SESSION_ENTRY_POINTS.length * (way.reopen ? 2 : 1) + 12 };
}

/** The control: each entry point opens before. */
async function unopened(server: Server, who: Account): Promise<string[]> {
  const open = await openToSession(server, who);
  return SESSION_ENTRY_POINTS.filter(entryPoint => !open.includes(entryPoint)).map(
    entryPoint => `${entryPoint} was never open`,
  );
}

/** Whether a locked-out user still receives events or stays connected. */
async function receivedAfter(
  sockets: readonly Listener[],
  before: readonly number[],
  mustClose: boolean,
): Promise<string[]> {
  const areClosed = await becomesTrue(mustClose ? 2000 : 200, () => sockets.every(one => one.closedAt() > 0));
  const notified = sockets.filter(({ received }, place) => received.length > (before[place] ?? 0)).length;
  for (const one of sockets) one.close();
  return [
    ...(areClosed || !mustClose ? [] : ['a socket stayed open']),
    ...(notified > 0 ? [`${notified} sockets received an event`] : []),
  ];
}

/** Requests a reset link, and as the manager a link to share. */
async function mailed({ server, mailbox, boss }: House, { id, email }: Account): Promise<string[]> {
  // Emails of the first login may still arrive.
  const linksTo = (to: string) =>
    mailbox.mails.filter(mail => mail.includes(RESET) && mail.toLowerCase().includes(to)).length;
  const before = linksTo(boss.email);
  // The manager requests second. When the manager's email has arrived, the other would have arrived too.
  for (const one of [email, boss.email]) await ask(server, '/api/users/reset-password', { email: one });
  if (!(await becomesTrue(10_000, () => linksTo(boss.email) > before))) return ['the manager got no link'];
  const hasMail = linksTo(email) > 0;
  const { status } = await ask(server, '/trpc/member.link', { id }, boss);
  return [...(hasMail ? ['a link was mailed'] : []), ...(status < 300 ? ['a link was handed out'] : [])];
}

async function linkFor({ server, boss }: House, { id }: Account): Promise<string> {
  const { body } = await ask(server, '/trpc/member.link', { id }, boss);
  return new URL(textAt(body, 'result', 'data', 'url')).searchParams.get('token') ?? '';
}

/** A second process on the file, as an operator's is. */
function atFile(server: Server, sql: string, id: string): void {
  const db = openDb(server.file);
  db.$client.prepare(sql).run(id);
  closeDb(db);
}

async function sendOrThrow(
  server: Server,
  method: string,
  path: string,
  body: object,
  by: Account,
): Promise<void> {
  const response = await send(server.url, path, { method, token: by.token, body });
  if (response.status > 204) throw new Error(`${method} ${path}: ${response.bytes}`);
}

function ask(server: Server, path: string, body: object, by?: Account) {
  return send(server.url, path, { token: by?.token, body, headers: fromNewAddress() });
}
