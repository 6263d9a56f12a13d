import { expect, onTestFinished, test } from 'vitest';
import { createMailer } from '../core/mail.ts';
import { type Browser, member, openMailbox, testWorld } from '../testing.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const ANA = { email: 'ana@example.com', password: 'Ana-secret' };

async function mailing() {
  const mailbox = await openMailbox();
  onTestFinished(() => mailbox.close());
  const mailer = createMailer({ url: mailbox.url, from: 'onus@localhost', onFailure: () => {} });
  const world = testWorld(undefined, { mailer, firstDay: '2031-01-01' });
  /** All that came before an email that is asked for now. */
  async function about(): Promise<string[]> {
    await mailer.send({ to: 'end@example.com', subject: 'end', text: 'end' });
    const all = [];
    for (let mail = await mailbox.next(); mail.to[0] !== 'end@example.com'; mail = await mailbox.next()) {
      if (mail.text.includes('Subject: New browser')) all.push(`${mail.to}`);
    }
    return all;
  }
  return { mailbox, world, about };
}

async function login(browser: Browser, credentials = ANA): Promise<void> {
  browser.held.accessToken = (await browser.call.auth.login(credentials)).accessToken;
}

test('a sign-in from a new browser is told by email, with what to do', async () => {
  const { world, mailbox } = await mailing();
  await world.person('Ana', 'User', { timeZone: 'Europe/Berlin' });
  const stranger = world.browser({ address: '203.0.113.9', timeZone: 'Europe/Berlin' });
  stranger.context.caller.userAgent = FIREFOX;
  await login(stranger);
  const { to, text } = await mailbox.next();
  expect(to).toEqual([ANA.email]);
  expect(text).toContain('Subject: New browser in your account on Onus');
  expect(text).toContain('Browser: Firefox on Linux');
  expect(text).toContain('Network: 203.0.113.0/24');
  expect(text).toMatch(/Time: Wed, Jan 1(?:, | at )1:00\sPM GMT\+1/);
  expect(text).toContain('https://onus.example/forgot');
  expect(text).toContain('https://onus.example/dash/settings');
});

test('none is sent for the first sign-in, for a browser that is known, and for a wrong password', async () => {
  const { world, about } = await mailing();
  const ana = await world.person('Ana', 'Manager');
  expect(await about()).toEqual([]);
  await ana.call.auth.logout();
  await login(ana);
  await expect(login(world.browser(), { ...ANA, password: 'wrong' })).rejects.toThrow();
  // Made by a manager: the first browser of all is the member's own.
  const ben = await member(world, ana, 'Ben');
  await ben.call.auth.logout();
  await login(ben, { email: 'ben@example.com', password: 'secret' });
  expect(await about()).toEqual([]);
  await login(world.browser());
  await login(world.browser(), { email: 'ben@example.com', password: 'secret' });
  expect((await about()).sort()).toEqual(['ana@example.com', 'ben@example.com']);
});

test('the words of a browser are in no email, and a program that keeps no cookie sends few', async () => {
  const { world, mailbox, about } = await mailing();
  await world.person('Ana');
  const odd = world.browser();
  odd.context.caller.userAgent = 'Open https://evil.example now';
  await login(odd);
  const { text } = await mailbox.next();
  expect(text).toContain('Browser: unknown');
  expect(text).not.toContain('evil');
  for (let n = 0; n < 8; n++) await login(world.browser());
  expect(await about()).toHaveLength(4);
  await world.browser().call.auth.requestReset({ email: ANA.email });
  expect((await mailbox.next()).text).toContain('Subject: Set a new password for Onus');
});
