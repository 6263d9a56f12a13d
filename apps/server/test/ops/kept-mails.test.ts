import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMailbox } from '@onus/api/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { folder, startProcess } from '../process.ts';
import { signUp } from '../server.ts';

vi.setConfig({ testTimeout: 60_000 });

test('an email that waits for another try when the server stops is sent by the next start', async () => {
  const mailbox = await openMailbox(1);
  onTestFinished(() => mailbox.close());
  const dataDir = folder();
  const settings = { SMTP_URL: mailbox.url };
  const first = await startProcess(dataDir, settings);
  await signUp(first, 'Ana');
  await first.send('POST', '/api/users/reset-password', { body: { email: 'ana@example.com' } });
  expect(await first.stop()).toEqual([0, null]);
  expect(mailbox.mails).toEqual([]);
  for (const name of readdirSync(dataDir))
    expect(readFileSync(join(dataDir, name), 'latin1')).not.toContain('activate?token');

  const second = await startProcess(dataDir, settings);
  const { to, text } = await mailbox.next();
  expect(to).toEqual(['ana@example.com']);
  const [, token] = /activate\?token=([\w-]{43})/.exec(text) ?? [];
  const answer = await second.send('POST', '/api/users/new-password', { body: { token, password: 'fresh' } });
  expect(answer.status).toBe(200);
  expect(existsSync(join(dataDir, 'onus.sqlite-emails'))).toBe(false);
});
