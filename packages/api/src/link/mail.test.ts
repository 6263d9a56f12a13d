import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createMailer } from '../core/mail.ts';
import { createSystemScope } from '../core/scope.ts';
import { type Mailbox, openMailbox, testWorld, type World } from '../testing.ts';
import { issueLink } from './issue.ts';
import { mailLink } from './mail.ts';

const ANA = 'ana@example.com';
const ANSWER = { message: 'If this email has an account, a link to set a new password is on its way.' };

const open: Mailbox[] = [];
afterEach(async () => {
  for (const mailbox of open.splice(0)) await mailbox.close();
});

async function mailingWorld(refusals = 0, responseCode?: number) {
  const mailbox = await openMailbox(refusals, responseCode);
  open.push(mailbox);
  const failures: string[] = [];
  const mailer = createMailer({
    url: mailbox.url,
    from: 'Onus <onus@onus.example>',
    onFailure: reason => failures.push(reason),
    retries: [0, 0],
  });
  const world = testWorld(undefined, { mailer, areCommitsSteady: true });
  await world.person('Ana');
  return { world, mailbox, mailer, failures };
}

function linkFor(world: World, kind: 'activation' | 'reset') {
  const row = world.db.select().from(user).where(eq(user.email, ANA)).get();
  return issueLink(world.db, createSystemScope(world.clock()), row?.id ?? '', kind);
}

function tokenIn(text: string): string {
  return /^https:\/\/onus\.example\/activate\?token=([\w-]{43})\r?$/m.exec(text)?.[1] ?? '';
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Resets the connection where the mail server says that it has taken a mail. */
async function proxyWithoutResponse(url: string) {
  const proxy = createServer(client => {
    const server = connect(Number(new URL(url).port), '127.0.0.1');
    let isSent = false;
    client.on('data', chunk => {
      isSent ||= String(chunk).endsWith('\r\n.\r\n');
      server.write(chunk);
    });
    server.on('data', chunk => (isSent ? client.resetAndDestroy() : client.write(chunk)));
    for (const socket of [client, server]) socket.on('error', () => {});
    client.on('close', () => server.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, close: () => proxy.close() };
}

test('a reset, from the request over the mail to the new password', async () => {
  const { world, mailbox } = await mailingWorld();
  expect(await world.browser().call.auth.requestReset({ email: ' ANA@Example.com' })).toEqual(ANSWER);
  const { to, text } = await mailbox.next();
  expect(to).toEqual([ANA]);
  expect(text).toContain('From: Onus <onus@onus.example>');
  expect(text).toContain('Subject: Set a new password for Onus');
  expect(text).toContain('within 60 minutes');
  const { call } = world.browser();
  await call.auth.activate({ token: tokenIn(text), password: 'fresh' });
  expect((await call.auth.login({ email: ANA, password: 'fresh' })).user.email).toBe(ANA);
});

test('an activation, from the mail to the password', async () => {
  const { world, mailbox } = await mailingWorld();
  mailLink(world, ANA, linkFor(world, 'activation'));
  const { text } = await mailbox.next();
  expect(text).toContain('Subject: Set your password for Onus');
  expect(text).toContain('within 72 hours');
  const { call } = world.browser();
  await call.auth.activate({ token: tokenIn(text), password: 'fresh' });
  expect((await call.auth.login({ email: ANA, password: 'fresh' })).user.email).toBe(ANA);
});

// The proof `who-has-an-account` compares their times.
test('known, unknown and inactive get the same answer; only the known gets mail', async () => {
  const { world, mailbox } = await mailingWorld();
  await world.person('Ben');
  world.db.update(user).set({ active: false }).where(eq(user.email, 'ben@example.com')).run();
  const { call } = world.browser();
  const emails = [ANA, 'unknown@example.com', 'ben@example.com', ANA, 'no email at all', 'ben@example.com'];
  for (const email of emails) expect(await call.auth.requestReset({ email })).toEqual(ANSWER);
  await mailbox.next();
  await mailbox.next();
  expect(mailbox.mails.map(({ to }) => to)).toEqual([[ANA], [ANA]]);
});

test('a mailbox gets five links an hour, and the fifth still opens', async () => {
  const { world, mailbox } = await mailingWorld();
  const { call } = world.browser();
  const requests = Array.from({ length: 8 }, () => call.auth.requestReset({ email: ANA }));
  expect(await Promise.all(requests)).toEqual(requests.map(() => ANSWER));
  const texts: string[] = [];
  for (let n = 0; n < 5; n++) texts.push((await mailbox.next()).text);
  const tries = texts.map(text =>
    world.browser().call.auth.activate({ token: tokenIn(text), password: 'fresh' }),
  );
  const ends = await Promise.allSettled(tries);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(mailbox.mails).toHaveLength(5);
});

test('the thirty-first request in a minute from an address is too many, for any email', async () => {
  const { call } = testWorld().browser();
  const requests = Array.from({ length: 31 }, (_, n) =>
    call.auth.requestReset({ email: `${n}@example.com` }),
  );
  const ends = await Promise.allSettled(requests);
  expect(ends.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts. Try again in a minute.' } },
  ]);
});

test('without mail a request ends no link that was copied, and says where to ask', async () => {
  const world = testWorld();
  await world.person('Ana');
  const { token } = linkFor(world, 'activation');
  const { call } = world.browser();
  const said = await call.auth.requestReset({ email: ANA });
  expect(said).toEqual({
    message: "Email isn't set up on this server. Ask your manager or an Admin for a link.",
  });
  expect(await call.auth.requestReset({ email: 'unknown@example.com' })).toEqual(said);
  await call.auth.activate({ token, password: 'fresh' });
  mailLink(world, ANA, linkFor(world, 'reset'));
});

test('a mail server that passes a fault is asked again', async () => {
  const { world, mailbox, failures } = await mailingWorld(2);
  mailLink(world, ANA, linkFor(world, 'reset'));
  expect(tokenIn((await mailbox.next()).text)).toHaveLength(43);
  expect(failures).toEqual([]);
});

test.each([
  [451, 1, []],
  [550, 0, [expect.stringContaining('550')]],
])('after the code %i of a mail server, %i copies are sent again', async (code, copies, reasons) => {
  const { mailbox, mailer, failures } = await mailingWorld(1, code);
  await mailer.send({ to: ANA, subject: 'x', text: 'x' });
  expect(mailbox.mails).toHaveLength(copies);
  expect(failures).toEqual(reasons);
});

test('a mail whose response was lost is sent again under the same Message-ID, and another has its own', async () => {
  const mailbox = await openMailbox();
  open.push(mailbox);
  const proxy = await proxyWithoutResponse(mailbox.url);
  const failures: string[] = [];
  const onFailure = (reason: string) => void failures.push(reason);
  const mailer = createMailer({ url: proxy.url, from: 'Onus <onus@onus.example>', onFailure, retries: [0] });
  for (const subject of ['one', 'two']) await mailer.send({ to: ANA, subject, text: 'x' });
  proxy.close();
  expect(failures).toEqual(['read ECONNRESET', 'read ECONNRESET']);
  const ids = mailbox.mails.map(({ text }) => /^Message-ID: (<[\w-]+@onus\.example>)\r$/m.exec(text)?.[1]);
  expect(ids).toEqual([ids[0], ids[0], ids[2], ids[2]]);
  expect(new Set(ids).size).toBe(2);
});

test.each(['smtp', 'smtps'])('over %s nothing is sent to a server with a bad certificate', async scheme => {
  let commands = 0;
  // The certificate of the library is its own, for any name.
  const server = new SMTPServer({
    logger: false,
    secure: scheme === 'smtps',
    disabledCommands: ['AUTH'],
    onMailFrom(_address, _session, done) {
      commands += 1;
      done();
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const failures: string[] = [];
  const mailer = createMailer({
    url: `${scheme}://127.0.0.1:${port}`,
    from: 'a@b.co',
    onFailure: reason => failures.push(reason),
    retries: [],
  });
  await mailer.send({ to: ANA, subject: 'x', text: 'a secret' });
  await new Promise<void>(resolve => server.close(resolve));
  expect(failures).toEqual([expect.stringContaining('certificate')]);
  expect(commands).toBe(0);
});

test('a subject and a text begin no header and no command of their own', async () => {
  const { mailbox, mailer } = await mailingWorld();
  const subject = 'Zoë\r\nBcc: eve@example.com\n\nbody';
  await mailer.send({ to: ANA, subject, text: 'one\r\n.\r\nRCPT TO:<eve@example.com>\r\nDATA\r\n' });
  const { to, text } = await mailbox.next();
  expect(to).toEqual([ANA]);
  expect(text).not.toMatch(/^Bcc/m);
  expect(text).toContain('one\r\n.\r\nRCPT TO:<eve@example.com>\r\nDATA');
  expect(mailbox.mails).toHaveLength(1);
});

test('a mail that is given up is said once, without its text, and fails no call', async () => {
  const { mailbox, mailer, failures } = await mailingWorld(3);
  await mailer.send({ to: ANA, subject: 'x', text: 'a secret' });
  expect(mailbox.mails).toEqual([]);
  expect(failures).toEqual([expect.stringContaining('451')]);
  const gone: string[] = [];
  const url = `smtp://user:hidden@127.0.0.1:${await closedPort()}`;
  const unreachable = createMailer({
    url,
    from: 'a@b.co',
    onFailure: reason => gone.push(reason),
    retries: [],
  });
  const world = testWorld(undefined, { mailer: unreachable });
  await world.person('Ana');
  expect(await world.browser().call.auth.requestReset({ email: ANA })).toEqual(ANSWER);
  expect(gone).toEqual([expect.stringContaining('ECONNREFUSED')]);
  expect(gone.join()).not.toContain('hidden');
});
