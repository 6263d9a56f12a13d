import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openMailbox } from '../testing.ts';
import { keepMails, sendKeptMails } from './kept-mails.ts';
import { createMailer } from './mail.ts';
import { createSealing } from './secrets/sealing.ts';

const HOUR = 3_600_000;

/** A file that a server left with two emails, of which the mail server has taken one. */
async function left() {
  const mailbox = await openMailbox();
  onTestFinished(() => mailbox.close());
  const key = randomBytes(32);
  const file = join(mkdtempSync(join(tmpdir(), 'onus-mails-')), 'emails');
  const server = (now: number, sealing = createSealing(key)) => ({
    mailer: createMailer({ url: mailbox.url, from: 'onus@localhost', onFailure() {}, retries: [HOUR] }),
    sealing,
    clock: () => now,
  });
  const first = server(0);
  await first.mailer.send({ to: 'ana@example.com', subject: 'Taken', text: 'A link' });
  void first.mailer.send({ to: 'ben@example.com', subject: 'Waits', text: 'Another link' });
  keepMails(first, file);
  // The first server is still there in this test, and hands over what it had begun to.
  await mailbox.next();
  await mailbox.next();
  return { mailbox, server, file };
}

test('what was not handed over is sent once, under the same Message-ID', async () => {
  const { mailbox, server, file } = await left();
  sendKeptMails(server(HOUR - 1), file);
  expect(existsSync(file)).toBe(false);
  sendKeptMails(server(HOUR - 1), file);
  const { to, text } = await mailbox.next();
  expect(to).toEqual(['ben@example.com']);
  expect(text).toContain('Another link');
  const ids = mailbox.mails.map(mail => /^Message-ID: (.*)$/m.exec(mail.text)?.[1]);
  expect(ids[2]).toBe(ids[1]);
  expect(mailbox.mails).toHaveLength(3);
});

test('after an hour, or with another key, it is removed and not sent', async () => {
  for (const [now, sealing] of [[HOUR], [0, createSealing(randomBytes(32))]] as const) {
    const { mailbox, server, file } = await left();
    expect(readFileSync(file, 'utf8')).not.toContain('link');
    const later = server(now, sealing);
    sendKeptMails(later, file);
    expect(existsSync(file)).toBe(false);
    expect(later.mailer.stop()).toEqual([]);
    expect(mailbox.mails).toHaveLength(2);
  }
});

test('nothing waits: there is no file', async () => {
  const { server, file } = await left();
  const other = `${file}-other`;
  keepMails(server(0), other);
  keepMails({ ...server(0), mailer: null }, other);
  expect(existsSync(other)).toBe(false);
});
