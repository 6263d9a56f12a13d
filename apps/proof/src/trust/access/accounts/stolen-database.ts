import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { becomesTrue } from '../../../lib/client/event-listener.ts';
import { fromNewAddress, send, textAt } from '../../../lib/client/http-client.ts';
import { type Mailbox, openMailbox } from '../../../lib/mailbox.ts';
import { runOperatorCommand } from '../../../lib/server/onus-command.ts';
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

const TEAMS = { short: 1, full: 10 };
const SMTP = { user: 'onus', password: 'smtp-secret-of-the-operator' };

export const stolenDatabase: Proof = {
  name: 'stolen-database',
  guarantee: 'A stolen database grants no access',
  target: 'every secret of a whole run searched bytewise in db, wal, backup, logs: 0 hits',
  short: true,
  async measure(size) {
    const mailbox = await openMailbox(SMTP);
    const settings = { SMTP_URL: mailbox.url, LOG_LEVEL: 'trace' };
    try {
      return await withServer(settings, server => searched(server, mailbox, size));
    } finally {
      await mailbox.close();
    }
  },
};

/** Each secret of the run, with a description of its use. */
type Secrets = Map<string, string>;

async function searched(server: Server, mailbox: Mailbox, size: Size): Promise<Result> {
  const secrets: Secrets = new Map([[SMTP.password, 'the password of the mail server']]);
  for (let team = 0; team < TEAMS[size]; team++) await wholeRun(server, mailbox, secrets, team);
  for (const [, token = ''] of mailbox.mails.join('\n').matchAll(/token=([\w-]+)/g))
    keep(secrets, 'a link', token);
  const backup = join(server.dataDir, 'copy.sqlite');
  await runOperatorCommand(server.dataDir, ['backup', backup]);
  // Once with the write-ahead log, once after a checkpoint.
  const before = await filesOf(server);
  await server.stop();
  const places = new Map([
    ...before,
    ...(await filesOf(server)),
    ['log', Buffer.from(server.log())] as const,
  ]);
  const found: string[] = [];
  for (const [secret, what] of secrets)
    for (const [place, bytes] of places)
      if (formsOf(secret).some(form => bytes.includes(form))) found.push(`${what} in ${place}`);
  const missing = ['onus.sqlite', 'onus.sqlite-wal', 'copy.sqlite', 'log'].filter(
    place => !places.get(place)?.length,
  );
  const where = [...places.keys()].join(', ');
  return {
    measured: exceptions(
      [...found, ...missing.map(place => `${place} is empty`)],
      secrets.size,
      `secrets found in ${where}`,
    ),
    holds: found.length === 0 && missing.length === 0 && secrets.size > 20,
  };
}

/** Every call that creates or accepts a secret, with right and wrong ones. */
async function wholeRun(server: Server, mailbox: Mailbox, secrets: Secrets, team: number): Promise<void> {
  const { url } = server;
  const boss = await register(server, `Boss-${team}`, 'Manager');
  const admin = await createAdmin(server, `Admin-${team}`);
  const member = await addMember(server, boss, `Member-${team}`);
  for (const person of [boss, admin, member, await logIn(server, boss)]) keepPerson(secrets, person);
  const rotated = await send(url, '/auth/refresh', { cookie: boss.cookie });
  keepPerson(secrets, { ...boss, token: textAt(rotated.body, 'accessToken'), cookie: rotated.cookie });

  await secondFactor(server, secrets, boss);
  const link = await send(url, '/trpc/member.link', { token: boss.token, body: { id: member.id } });
  const token = new URL(textAt(link.body, 'result', 'data', 'url')).searchParams.get('token') ?? '';
  await said(server, secrets, '/member/activate', { token, password: `activated-${team}-secret` });
  await said(server, secrets, '/member/activate', { token, password: `late-${team}-password` });
  const invited = await send(url, '/invitations', { token: boss.token, body: { role: 'Employee', uses: 2 } });
  const invitation = new URL(textAt(invited.body, 'url')).searchParams.get('token') ?? '';
  keep(secrets, 'the token of an invitation', invitation);
  for (const email of [`invited-${team}@example.com`, boss.email]) {
    const password = `invited-${email}-secret`;
    await said(server, secrets, '/invitations/redeem', {
      token: invitation,
      name: 'Invited',
      email,
      password,
    });
  }
  await send(url, `/join?token=${invitation}`, { headers: { accept: 'text/html' } });
  await send(url, `/trpc/invite.look?input=${encodeURIComponent(JSON.stringify({ token: invitation }))}`);
  const mails = mailbox.mails.length;
  await send(url, '/api/users/reset-password', { body: { email: boss.email }, headers: fromNewAddress() });
  // Mails about new browsers may come in between; they hold no link.
  const found = () => /token=([\w-]+)/.exec(mailbox.mails.slice(mails).join('\n'))?.[1];
  await becomesTrue(5000, () => found() !== undefined);
  const reset = found() ?? '';
  await said(server, secrets, '/api/users/new-password', { token: reset, password: `chosen-anew-${team}` });
  await said(server, secrets, '/auth', { email: boss.email, password: `mistyped-${team}-secret` });
  await said(server, secrets, '/auth', `{"email":"${boss.email}","password":"cut-off-${team}-secret`);
  await said(
    server,
    secrets,
    '/users',
    { email: 'x', name: '', password: `refused-${team}-secret` },
    admin.token,
  );
  await said(
    server,
    secrets,
    '/trpc/auth.changePassword',
    { current: admin.password, password: `changed-${team}-secret` },
    admin.token,
  );
  await programs(server, secrets, admin);

  await send(url, `/activate?token=${reset}`, { headers: { accept: 'text/html' } });
  await send(url, '/tasks', { token: `${admin.token}x` });
  await send(url, '/auth/logout', { method: 'POST', cookie: member.cookie });
}

/** A personal token and a calendar feed, used well and badly. */
async function programs({ url }: Server, secrets: Secrets, { name, token }: Account): Promise<void> {
  const body = { name: 'Script', scopes: ['read'] };
  const made = await send(url, '/trpc/token.create', { token, body });
  const personal = textAt(made.body, 'result', 'data', 'token');
  keep(secrets, `a personal token of ${name}`, personal.slice('onus_pat_'.length));
  await send(url, '/tasks', { token: personal });
  await send(url, '/trpc/audit.list', { token: personal });
  await send(url, '/tasks', { token: `${personal.slice(0, -1)}~` });
  const feed = await send(url, '/trpc/feed.create', { token, body: { name: 'Phone' } });
  const { pathname } = new URL(textAt(feed.body, 'result', 'data', 'url'));
  keep(secrets, `a calendar feed of ${name}`, /[\w-]{43}/.exec(pathname)?.[0] ?? '');
  await send(url, pathname);
  await send(url, `${pathname}.txt`);
}

/** The secret of an authenticator app, which is encrypted. */
async function secondFactor(
  { url }: Server,
  secrets: Secrets,
  { name, token, password }: Account,
): Promise<void> {
  const started = await send(url, '/trpc/totp.start', { token, body: { currentPassword: password } });
  keep(secrets, `the secret of the app of ${name}`, textAt(started.body, 'result', 'data', 'secret'));
  await send(url, '/trpc/totp.confirm', { token, body: { code: '000000' } });
}

/** Sends a body whose tokens and passwords are secret. */
async function said(server: Server, secrets: Secrets, path: string, body: object | string, token?: string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  for (const [, name, secret = ''] of text.matchAll(/"(password|token|current)":"([^"]+)/g))
    keep(secrets, `a ${name} sent to ${path}`, secret);
  await send(server.url, path, { token, body: text, headers: fromNewAddress() });
}

function keepPerson(secrets: Secrets, { name, password, token, cookie }: Account): void {
  keep(secrets, `the password of ${name}`, password);
  // The last part of a token and of a cookie is the part that an attacker cannot forge.
  keep(secrets, `the token of ${name}`, token.split('.').at(-1) ?? '');
  for (const one of cookie.split('; ')) {
    const [jar = '', value = ''] = one.split('=');
    keep(secrets, `the cookie ${jar} of ${name}`, value.split('.').at(-1) ?? '');
  }
}

function keep(secrets: Secrets, what: string, secret: string): void {
  if (secret.length < 8) throw new Error(`${what} is no secret: ${JSON.stringify(secret)}`);
  secrets.set(secret, what);
}

/** The secret as it was sent, and in other encodings. */
function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const texts = [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')];
  const utf16 = Buffer.from(secret, 'utf16le');
  const decoded = /^[\w-]{43}$/.test(secret) ? [Buffer.from(secret, 'base64url')] : [];
  return [bytes, utf16, ...decoded, ...texts.map(text => Buffer.from(text.replace(/=+$/, '')))];
}

/** Every file of the installation except the key, which a thief must not have. */
async function filesOf({ dataDir }: Server): Promise<Map<string, Buffer>> {
  const names = (await readdir(dataDir, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && entry.name !== 'key')
    .map(entry => join(entry.parentPath, entry.name));
  const read = await Promise.all(
    names.map(async name => [name.slice(dataDir.length + 1), await readFile(name)] as const),
  );
  return new Map(read);
}
