import { closeDb, openDb } from '@onus/db/open';
import { elsewhere, send, textAt } from '../door.ts';
import { exceptions } from '../figures.ts';
import { type Listener, listen, listenSocketIo, soon } from '../listening.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { beside } from '../moments.ts';
import { addMember, logIn, makeAdmin, onInstall, type Person, register } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen, Size } from './promise.ts';
import { KEPT_DOORS, openToKept, openToNew } from './ways-in.ts';

const ROUNDS = { short: 1, full: 5 };
/** Fewer than the failures an account has, so that each of them is heard. */
const LOGINS = 8;

/**
 * Two rules end a person's access: the server ends their sessions, and no entry point accepts an inactive
 * account. Each must hold by itself. An ended session stays ended when the account is active again. A session
 * that was left, as by an edit of the file, opens nothing.
 */
export const deactivated: Proof = {
  name: 'deactivated',
  promise: 'A deactivated or deleted account has no access',
  demanded:
    'token, both sockets, refresh, login, link, reset: 0 open after the answer, 0 with a session that was left, 0 alive again after a reactivation',
  short: true,
  async measure(size) {
    const mailbox = await openMailbox();
    try {
      return await onInstall({ SMTP_URL: mailbox.url }, server => shutOut(server, mailbox, size));
    } finally {
      await mailbox.close();
    }
  },
};

interface House {
  server: Server;
  mailbox: Mailbox;
  boss: Person;
  admin: Person;
}

interface Way {
  name: string;
  shut(house: House, id: string): Promise<void> | void;
  /** The server itself shuts, and cuts the sockets at once; of what an operator does at the file it is not told. */
  cuts: boolean;
  reopen?(house: House, id: string): Promise<void>;
}

const WAYS: readonly Way[] = [
  {
    name: 'deactivated',
    cuts: true,
    shut: ({ boss, server }, id) => demand(server, 'PATCH', '/users', { id, active: false }, boss),
    reopen: ({ boss, server }, id) => demand(server, 'PATCH', '/users', { id, active: true }, boss),
  },
  {
    name: 'deleted',
    cuts: true,
    shut: ({ admin, server }, id) => demand(server, 'DELETE', '/users', { id }, admin),
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

async function shutOut(server: Server, mailbox: Mailbox, size: Size): Promise<Seen> {
  const boss = await register(server, 'Boss', 'Manager');
  const house = { server, mailbox, boss, admin: await makeAdmin(server, 'Admin') };
  const wrong: string[] = [];
  let tries = 0;
  for (let round = 0; round < ROUNDS[size]; round++) {
    for (const [number, way] of WAYS.entries()) {
      const seen = await shutOnce(house, way, `Gone-${round}-${number}`);
      tries += seen.tries;
      wrong.push(...seen.wrong.map(what => `${way.name}: ${what}`));
    }
  }
  return { measured: exceptions(wrong, tries, 'attempts got in'), kept: wrong.length === 0 };
}

async function shutOnce(house: House, way: Way, name: string) {
  const { server, boss } = house;
  const gone = await addMember(server, boss, name);
  const wrong = await unopened(server, await logIn(server, gone));
  const token = await linkFor(house, gone);
  const sockets = [listen(server.url, gone.token), listenSocketIo(server.url, gone.token)];
  await Promise.all(sockets.map(({ ready }) => ready));
  const { email, password } = gone;
  const logins = beside(
    Promise.all(Array.from({ length: LOGINS }, () => ask(server, '/auth', { email, password }))),
  );
  await way.shut(house, gone.id);
  const heard = sockets.map(one => one.heard.length);
  await demand(server, 'POST', '/trpc/member.updateSelf', { username: `Boss of ${name}` }, boss);
  wrong.push(...(await overheard(sockets, heard, way.cuts)));
  const signedIn = (await logins).filter(({ status }) => status === 200);
  const late = signedIn.map(({ body, cookie }) => ({ ...gone, token: textAt(body, 'accessToken'), cookie }));
  for (const one of [gone, ...late]) wrong.push(...(await openToKept(server, one)));
  wrong.push(...(await openToNew(server, gone, token)), ...(await mailed(house, gone)));
  if (way.reopen) {
    await way.reopen(house, gone.id);
    for (const one of [gone, ...late])
      wrong.push(...(await openToKept(server, one)).map(door => `${door}, once active again`));
    const { status } = await ask(server, '/auth', { email, password });
    if (status !== 200) wrong.push(`once active again the owner is answered ${status}`);
  }
  return { wrong, tries: (1 + late.length) * KEPT_DOORS.length * (way.reopen ? 2 : 1) + 12 };
}

/** A door that is never open shows nothing. */
async function unopened(server: Server, who: Person): Promise<string[]> {
  const open = await openToKept(server, who);
  return KEPT_DOORS.filter(door => !open.includes(door)).map(door => `${door} was never open`);
}

/** Whether something that was to be told came to one who is shut out, and who of them is still connected. */
async function overheard(
  sockets: readonly Listener[],
  before: readonly number[],
  mustClose: boolean,
): Promise<string[]> {
  const areClosed = await soon(mustClose ? 2000 : 200, () => sockets.every(one => one.closedAt() > 0));
  const told = sockets.filter(({ heard }, place) => heard.length > (before[place] ?? 0)).length;
  for (const one of sockets) one.close();
  return [
    ...(areClosed || !mustClose ? [] : ['a socket stayed open']),
    ...(told > 0 ? [`${told} sockets heard an event`] : []),
  ];
}

/** Asks for a link to set a password, and a manager for one to hand on. */
async function mailed({ server, mailbox, boss }: House, { id, email }: Person): Promise<string[]> {
  const before = mailbox.mails.length;
  // The manager asks second: when the manager's mail has arrived, the other one would have too.
  for (const one of [email, boss.email]) await ask(server, '/api/users/reset-password', { email: one });
  await soon(10_000, () => mailbox.mails.slice(before).some(mail => mail.includes(boss.email)));
  const hasMail = mailbox.mails.slice(before).some(mail => mail.toLowerCase().includes(email));
  const { status } = await ask(server, '/trpc/member.link', { id }, boss);
  return [...(hasMail ? ['a link was mailed'] : []), ...(status < 300 ? ['a link was handed out'] : [])];
}

async function linkFor({ server, boss }: House, { id }: Person): Promise<string> {
  const { body } = await ask(server, '/trpc/member.link', { id }, boss);
  return new URL(textAt(body, 'result', 'data', 'url')).searchParams.get('token') ?? '';
}

/** A second process on the file, as an operator's is. */
function atFile(server: Server, sql: string, id: string): void {
  const db = openDb(server.file);
  db.$client.prepare(sql).run(id);
  closeDb(db);
}

async function demand(server: Server, method: string, path: string, body: object, by: Person): Promise<void> {
  const answer = await send(server.url, path, { method, token: by.token, body });
  if (answer.status > 204) throw new Error(`${method} ${path}: ${answer.bytes}`);
}

function ask(server: Server, path: string, body: object, by?: Person) {
  return send(server.url, path, { token: by?.token, body, headers: elsewhere() });
}
