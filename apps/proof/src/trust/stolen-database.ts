import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { elsewhere, send, textAt } from '../door.ts';
import { exceptions } from '../figures.ts';
import { soon } from '../listening.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { demand } from '../onus.ts';
import { addMember, logIn, makeAdmin, onInstall, type Person, register } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen, Size } from './promise.ts';

const TEAMS = { short: 1, full: 10 };
const SMTP = { user: 'onus', password: 'smtp-secret-of-the-operator' };

export const stolenDatabase: Proof = {
  name: 'stolen-database',
  promise: 'A stolen database grants no access',
  demanded: 'every secret of a whole run searched bytewise in db, wal, backup, logs: 0 hits',
  short: true,
  async measure(size) {
    const mailbox = await openMailbox(SMTP);
    const settings = { SMTP_URL: mailbox.url, LOG_LEVEL: 'trace' };
    try {
      return await onInstall(settings, server => searched(server, mailbox, size));
    } finally {
      await mailbox.close();
    }
  },
};

/** What was secret in the run, by where it was said. */
type Secrets = Map<string, string>;

async function searched(server: Server, mailbox: Mailbox, size: Size): Promise<Seen> {
  const secrets: Secrets = new Map([[SMTP.password, 'the password of the mail server']]);
  for (let team = 0; team < TEAMS[size]; team++) await wholeRun(server, mailbox, secrets, team);
  for (const mail of mailbox.mails) keep(secrets, 'a link', /token=([\w-]+)/.exec(mail)?.[1] ?? '');
  const backup = join(server.dataDir, 'copy.sqlite');
  await demand(server.dataDir, ['backup', backup]);
  // Once with the write-ahead log beside it, once folded in.
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
    kept: found.length === 0 && missing.length === 0 && secrets.size > 20,
  };
}

/** Everything that makes a secret or takes one, right and wrong. */
async function wholeRun(server: Server, mailbox: Mailbox, secrets: Secrets, team: number): Promise<void> {
  const { url } = server;
  const boss = await register(server, `Boss-${team}`, 'Manager');
  const admin = await makeAdmin(server, `Admin-${team}`);
  const member = await addMember(server, boss, `Member-${team}`);
  for (const person of [boss, admin, member, await logIn(server, boss)]) keepPerson(secrets, person);
  const rotated = await send(url, '/auth/refresh', { cookie: boss.cookie });
  keepPerson(secrets, { ...boss, token: textAt(rotated.body, 'accessToken'), cookie: rotated.cookie });

  const link = await send(url, '/trpc/member.link', { token: boss.token, body: { id: member.id } });
  const token = new URL(textAt(link.body, 'result', 'data', 'url')).searchParams.get('token') ?? '';
  await said(server, secrets, '/member/activate', { token, password: `activated-${team}-secret` });
  await said(server, secrets, '/member/activate', { token, password: `late-${team}-password` });
  const mails = mailbox.mails.length;
  await send(url, '/api/users/reset-password', { body: { email: boss.email }, headers: elsewhere() });
  await soon(5000, () => mailbox.mails.length > mails);
  const reset = /token=([\w-]+)/.exec(mailbox.mails.at(-1) ?? '')?.[1] ?? '';
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
  await send(url, `/activate?token=${reset}`, { headers: { accept: 'text/html' } });
  await send(url, '/tasks', { token: `${admin.token}x` });
  await send(url, '/auth/logout', { method: 'POST', cookie: member.cookie });
}

/** Sends a body whose tokens and passwords are secret. */
async function said(server: Server, secrets: Secrets, path: string, body: object | string, token?: string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  for (const [, name, secret = ''] of text.matchAll(/"(password|token|current)":"([^"]+)/g))
    keep(secrets, `a ${name} sent to ${path}`, secret);
  await send(server.url, path, { token, body: text, headers: elsewhere() });
}

function keepPerson(secrets: Secrets, { name, password, token, cookie }: Person): void {
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

/** Every file of the install but the key, which is what a thief must not have. */
async function filesOf({ dataDir }: Server): Promise<Map<string, Buffer>> {
  const names = (await readdir(dataDir, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && entry.name !== 'key')
    .map(entry => join(entry.parentPath, entry.name));
  const read = await Promise.all(
    names.map(async name => [name.slice(dataDir.length + 1), await readFile(name)] as const),
  );
  return new Map(read);
}
