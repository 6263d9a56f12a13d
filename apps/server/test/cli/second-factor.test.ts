import { readAudit } from '@onus/api/admin/audit/list';
import { createSystemScope } from '@onus/api/core/scope';
import { createSealing } from '@onus/api/core/secrets/sealing';
import { codeOf, stepAt } from '@onus/api/core/secrets/totp';
import { openMailbox } from '@onus/api/testing';
import { closeDb, openDb } from '@onus/db/open';
import { totp } from '@onus/db/schema/access/second-factor';
import { expect, onTestFinished, test } from 'vitest';
import { openDataDir } from '../../src/ops/data-dir.ts';
import { command, folder, onus, startProcess } from '../process.ts';

const ANA = { email: 'ana@example.com', password: 'Ana-secret' };

test('onus second-factor reset signs the account out of a running server and tells the person', async () => {
  const mailbox = await openMailbox();
  onTestFinished(() => mailbox.close());
  const dataDir = folder();
  const server = await startProcess(dataDir, { REQUIRE_SECOND_FACTOR: 'none' });
  const body = { name: 'Ana', ...ANA, roles: 'User' };
  const token = (await server.send('POST', '/api/users/', { body })).body.accessToken;
  const call = (path: string, input: object) => server.send('POST', `/trpc/${path}`, { token, body: input });
  await call('totp.start', { currentPassword: ANA.password });
  expect(
    (await call('totp.confirm', { code: codeOf(await pendingSecret(dataDir), stepAt(Date.now())) })).status,
  ).toBe(200);
  expect((await server.send('POST', '/auth', { body: ANA })).status).toBe(401);

  const done = await onus(dataDir, ['second-factor', 'reset', ' Ana@Example.com '], '', {
    SMTP_URL: mailbox.url,
  });
  const line =
    'The second factor of "Ana" <ana@example.com> was reset. The password alone is enough to log in now.\n';
  expect(done).toEqual({ code: 0, out: line, err: '' });
  expect((await mailbox.next()).to).toEqual([ANA.email]);
  await expect
    .poll(async () => (await server.send('GET', '/tasks', { token })).body.code)
    .toBe('SESSION_REVOKED');
  expect((await server.send('POST', '/auth', { body: ANA })).status).toBe(200);
  await server.stop();

  const again = await command(dataDir, ['second-factor', 'reset', ANA.email]);
  expect(again).toEqual({ code: 0, out: '"Ana" <ana@example.com> has no second factor.\n', err: '' });
  const db = openDb(openDataDir(dataDir).database);
  const resets = readAudit(db, createSystemScope(Date.now()), { limit: 100 }).filter(
    ({ event }) => event === 'secondFactor.reset',
  );
  expect(resets).toMatchObject([{ actor: null, subject: { username: 'Ana' }, procedure: 'onus' }]);
  closeDb(db);
});

test('an unknown email is one clear line', async () => {
  const dataDir = folder();
  await command(dataDir, ['demo']);
  expect(await command(dataDir, ['second-factor', 'reset', 'no@example.com'])).toEqual({
    code: 1,
    out: '',
    err: 'onus: no account has the email "no@example.com"\n',
  });
});

/** As only who has both the database and the key file can read it. */
async function pendingSecret(dataDir: string): Promise<Uint8Array> {
  const { database, key } = openDataDir(dataDir);
  const db = openDb(database);
  const [row] = db.select().from(totp).all();
  closeDb(db);
  const secret = createSealing(key).open(row?.pending ?? '', row?.userId ?? '');
  if (!secret) throw new Error('the secret does not open');
  return secret;
}
