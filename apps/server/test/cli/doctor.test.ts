import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { holdInstall } from '@onus/db/install-lock';
import { closeDb, openDb } from '@onus/db/open';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { command, folder, onus, startProcess } from '../process.ts';

vi.setConfig({ testTimeout: 60_000 });

const ADMIN = ['admin', 'create', '--email', 'boss@example.com', '--username', 'Boss'];

/** What `onus doctor` says: the verdict and the words, by subject. */
async function doctor(dataDir: string, settings: Record<string, string> = {}, run = command) {
  const { code, out, err } = await run(dataDir, ['doctor'], '', settings);
  const findings = out
    .trim()
    .split('\n')
    .map(line => /^(ok|warn|fail) +([^:]+): (.+)$/.exec(line) ?? [line, 'illegible', '', '']);
  const said = Object.fromEntries(
    findings.map(([, verdict, subject, words]) => [subject, { verdict, words }]),
  );
  return { code, err, said, verdicts: new Set(findings.map(([, verdict]) => verdict)) };
}

let template: string;
beforeAll(async () => {
  template = folder();
  await command(template, ADMIN, 'a secret\n');
  await command(template, ['backup', join(folder(), 'copy.sqlite')]);
}, 60_000);

/** An install that is stopped, with an account in it and a backup. */
function install(): string {
  const dataDir = folder();
  cpSync(template, dataDir, { recursive: true });
  return dataDir;
}

function change(dataDir: string, sql: string): void {
  const db = openDb(join(dataDir, 'onus.sqlite'));
  db.$client.pragma('foreign_keys = OFF');
  db.$client.exec(sql);
  closeDb(db);
}

test('doctor passes on a healthy installation, running and stopped', async () => {
  const dataDir = folder();
  const backups = folder();
  const running = await startProcess(dataDir, { BACKUP_DIR: backups });
  await running.says(/a backup was written and checked/);
  const settings = { BACKUP_DIR: backups, PORT: new URL(running.url).port };
  const well = await doctor(dataDir, settings, onus);
  expect([well.code, well.err, well.said]).toEqual([
    0,
    '',
    {
      settings: { verdict: 'ok', words: 'are valid' },
      'Node.js': { verdict: 'ok', words: process.version },
      disk: { verdict: expect.any(String), words: expect.stringMatching(/^\d+ MB free/) },
      clock: { verdict: 'ok', words: expect.stringMatching(/^\d{4}-.+Z, zone \S+$/) },
      PUBLIC_URL: { verdict: 'ok', words: expect.stringContaining('which only this machine can reach') },
      TRUST_PROXY: { verdict: 'ok', words: 'not set and not needed' },
      SMTP_URL: { verdict: 'ok', words: 'not set; managers and Admins copy links by hand' },
      PUSH: { verdict: 'ok', words: 'off; no push service is contacted' },
      DATA_DIR: { verdict: 'ok', words: dataDir },
      key: { verdict: 'ok', words: 'exists, and only this user can read it' },
      'push key': { verdict: 'ok', words: 'exists, and only this user can read it' },
      database: { verdict: 'ok', words: expect.stringMatching(/^[\d.]+ MB$/) },
      schema: { verdict: 'ok', words: 'current' },
      integrity: { verdict: 'ok', words: 'no damage and no dangling references' },
      log: { verdict: 'ok', words: expect.stringMatching(/^[\d.]+ MB not yet copied into the database$/) },
      BACKUP_DIR: { verdict: 'ok', words: backups },
      'last backup': { verdict: 'ok', words: expect.stringContaining(backups) },
      server: { verdict: 'ok', words: `is running and healthy at ${running.url}/healthz` },
    },
  ]);
  const lost = await doctor(dataDir, { ...settings, PORT: '1' });
  expect([lost.code, lost.said.server?.verdict]).toEqual([1, 'fail']);
  expect(lost.said.server?.words).toMatch(
    /^is running but does not respond on HOST 127\.0\.0\.1 and PORT 1: .+/,
  );
  await running.stop();
  const stopped = await doctor(dataDir, settings);
  expect([stopped.code, stopped.said.server?.words]).toEqual([0, 'is not running']);
});

test('doctor waits for a server that is starting', async () => {
  const dataDir = install();
  const release = holdInstall(dataDir, 'server');
  const late = createHttpServer((_request, answer) => answer.end()).listen(0, '127.0.0.1');
  await once(late, 'listening');
  const { port } = late.address() as AddressInfo;
  late.close();
  const asked = doctor(dataDir, { PORT: String(port) }, onus);
  await wait(3_000);
  late.listen(port, '127.0.0.1');
  const { code, said } = await asked;
  late.close();
  release?.();
  expect([code, said.server?.verdict, said.server?.words]).toEqual([
    0,
    'ok',
    `is running and healthy at http://127.0.0.1:${port}/healthz`,
  ]);
});

test.each([
  [0.125, 0.625, 'ok', /^13 % of its thread in the last minute, 63 % in the busiest minute of a day$/],
  [
    0.125,
    0.75,
    'warn',
    /75 % in the busiest minute of a day; above 70 % calls wait .+ docs\/operations\.md$/,
  ],
  [Number.NaN, Number.NaN, undefined, /^$/],
  // Metrics that do not come are no fault of the server.
  [Number.POSITIVE_INFINITY, 0, undefined, /^$/],
])('doctor tells how busy a running server is: %d now, %d at most', async (now, most, verdict, words) => {
  const dataDir = install();
  const release = holdInstall(dataDir, 'server');
  const metrics = `onus_thread_use_ratio ${now}\nonus_thread_use_highest_ratio ${most}\n`;
  const running = createHttpServer((request, answer) => {
    if (request.url === '/metrics' && now === Number.POSITIVE_INFINITY) {
      request.socket.destroy();
      return;
    }
    const isAllowed = request.headers.authorization === 'Bearer a-token-of-twenty-two';
    answer.end(request.url === '/metrics' && isAllowed ? metrics : '');
  }).listen(0, '127.0.0.1');
  await once(running, 'listening');
  const { port } = running.address() as AddressInfo;
  const settings = { PORT: String(port), METRICS_TOKEN: 'a-token-of-twenty-two' };
  const { code, said } = await doctor(dataDir, settings, onus);
  running.close();
  release?.();
  expect([code, said.server?.verdict, said.load?.verdict]).toEqual([0, 'ok', verdict]);
  expect(said.load?.words ?? '').toMatch(words);
});

test.each<[string, (dataDir: string) => void, string, RegExp]>([
  ['no key', dir => rmSync(join(dir, 'key')), 'key', /is missing; put it back/],
  ['a short key', dir => truncateSync(join(dir, 'key'), 3), 'key', /has 3 bytes instead of 32/],
  [
    'a key for all',
    dir => chmodSync(join(dir, 'key'), 0o644),
    'key',
    /other users of this machine can read .+ chmod 600/,
  ],
  [
    'a short push key',
    dir => truncateSync(join(dir, 'push-key'), 3),
    'push key',
    /has 3 bytes instead of 32/,
  ],
  ['no database', dir => rmSync(join(dir, 'onus.sqlite')), 'database', /is missing; restore a backup/],
  [
    'no SQLite',
    dir => writeFileSync(join(dir, 'onus.sqlite'), 'rubbish'.repeat(2_000)),
    'database',
    /cannot be opened: file is not a database; restore a backup/,
  ],
  ['torn pages', tear, 'integrity', /; restore a backup with `onus restore`$/],
  [
    'orphans',
    dir => change(dir, "insert into task_assignee values ('none', 'unknown')"),
    'integrity',
    /belongs to no/,
  ],
  [
    'a newer schema',
    dir => change(dir, "insert into __drizzle_migrations (hash, created_at) values ('x', 99999999999999)"),
    'schema',
    /of a newer version of Onus/,
  ],
  ['an empty file', dir => truncateSync(join(dir, 'onus.sqlite'), 0), 'schema', /^none, .+ restore a backup/],
  ['another schema', dir => change(dir, 'delete from __drizzle_migrations'), 'schema', /not of Onus/],
  ['a failed backup', failBackup, 'last backup', /^failed .+: no space$/],
])('%s is a failed check', async (_name, harm, subject, words) => {
  const dataDir = install();
  harm(dataDir);
  const { code, err, said } = await doctor(dataDir);
  expect(said[subject]).toEqual({ verdict: 'fail', words: expect.stringMatching(words) });
  expect([code, err]).toEqual([1, expect.stringMatching(/^onus: \d+ of \d+ checks failed\n$/)]);
});

function tear(dataDir: string): void {
  const path = join(dataDir, 'onus.sqlite');
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 4096 * 4, 4096 * 9);
  writeFileSync(path, bytes);
}

function failBackup(dataDir: string): void {
  const path = join(dataDir, 'backups.json');
  const log = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...log, failed: { at: Date.now(), file: 'x', reason: 'no space' } }));
}

/** A moment this long ago, as the log of the backups has it. */
function age(dataDir: string, ms: number): void {
  const path = join(dataDir, 'backups.json');
  const { good, failed } = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ good: { ...good, at: Date.now() - ms }, failed }));
}

test.each<[string, (dataDir: string) => void, Record<string, string>, string, RegExp]>([
  ['no backup', dir => rmSync(join(dir, 'backups.json')), {}, 'last backup', /none yet/],
  ['an old backup', dir => age(dir, 8 * 86_400_000), {}, 'last backup', /is too old/],
  [
    'a late backup',
    dir => age(dir, 3 * 3_600_000),
    { BACKUP_DIR: '/tmp', BACKUP_EVERY: '1h' },
    'last backup',
    /too old/,
  ],
  ['no schedule', () => {}, {}, 'BACKUP_DIR', /is not set/],
  [
    'a database for all',
    dir => chmodSync(join(dir, 'onus.sqlite'), 0o644),
    {},
    'database',
    /other users of this machine/,
  ],
  [
    'an older schema',
    dir =>
      change(
        dir,
        'delete from __drizzle_migrations where created_at > (select min(created_at) from __drizzle_migrations)',
      ),
    {},
    'schema',
    /of an older version/,
  ],
  ['no log', dir => change(dir, 'pragma journal_mode = delete'), {}, 'log', /journal mode is delete/],
  ['an open host', () => {}, { HOST: '0.0.0.0' }, 'PUBLIC_URL', /but HOST 0\.0\.0\.0 accepts other machines/],
  ['no https', () => {}, { PUBLIC_URL: 'http://onus.example' }, 'PUBLIC_URL', /unencrypted/],
  [
    'a nameless proxy',
    () => {},
    { PUBLIC_URL: 'https://onus.example' },
    'TRUST_PROXY',
    /not set behind https/,
  ],
  [
    'no mail server',
    () => {},
    { SMTP_URL: 'smtp://u:secret@127.0.0.1:9' },
    'SMTP_URL',
    /^127\.0\.0\.1 does not respond on port 9/,
  ],
])('%s is a warning', async (_name, harm, settings, subject, words) => {
  const dataDir = install();
  harm(dataDir);
  const { code, err, said } = await doctor(dataDir, settings);
  expect(said[subject]).toEqual({ verdict: 'warn', words: expect.stringMatching(words) });
  expect([code, err]).toEqual([0, '']);
});

test('doctor warns before a copy of the database no longer fits on the disk', async () => {
  const dataDir = install();
  const { bavail, bsize } = statfsSync(dataDir);
  // A file with a hole takes no room.
  truncateSync(join(dataDir, 'onus.sqlite'), bavail * bsize + 10_000_000_000);
  const { disk } = (await doctor(dataDir)).said;
  expect(disk).toEqual({
    verdict: 'warn',
    words: expect.stringMatching(
      /^\d+ MB free, and the database has \d+ MB; free some space, because a backup/,
    ),
  });
});

test('doctor distinguishes a missing folder, a file and an empty folder', async () => {
  const missing = await doctor(join(folder(), 'none'));
  expect([missing.code, missing.said.DATA_DIR?.verdict]).toEqual([1, 'fail']);
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  chmodSync(file, 0o700);
  expect((await doctor(file)).said.DATA_DIR?.words).toMatch(/is not a folder/);
  const empty = join(folder(), 'empty');
  mkdirSync(empty);
  const fresh = await doctor(empty);
  expect([fresh.code, fresh.said.database]).toEqual([
    0,
    { verdict: 'warn', words: 'none yet; the first start creates it' },
  ]);
});

test('doctor reports invalid settings and a mail server that responds', async () => {
  const { code, said } = await doctor(folder(), { PORT: 'http' });
  expect([code, said.settings]).toEqual([
    1,
    { verdict: 'fail', words: 'PORT must be a port number (it is "http")' },
  ]);
  const mail = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void mail.close());
  await once(mail, 'listening');
  const address = mail.address();
  const port = typeof address === 'object' ? address?.port : '';
  const { said: known } = await doctor(install(), { SMTP_URL: `smtp://127.0.0.1:${port}` });
  expect(known.SMTP_URL).toEqual({ verdict: 'ok', words: `127.0.0.1 responds on port ${port}` });
});

test('doctor knocks at the push services of the devices, and at no address of the own network', async () => {
  const dataDir = install();
  const service = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void service.close());
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  for (const path of ['a/1', 'b/2']) {
    change(
      dataDir,
      `insert into session (id, user_id, secret_hash, rotated_at, expires_at, ends_at, created_at)
       select '${path}', id, '', 0, 0, 0, 0 from user;
       insert into push_device (id, session_id, user_id, endpoint, p256dh, auth, name, created_at)
       select '${path}', '${path}', id, 'https://${host}/${path}', '', '', 'Phone', 0 from user`,
    );
  }
  const off = await doctor(dataDir);
  expect(off.said).not.toHaveProperty('push service');
  const on = await doctor(dataDir, { PUSH: 'on', PUSH_HOSTS: host });
  expect(on.said['push service']).toEqual({ verdict: 'ok', words: `${host} responds` });
  const words = expect.stringMatching(/^127\.0\.0\.1:\d+ does not respond: it is not a public address; /);
  expect((await doctor(dataDir, { PUSH: 'on' })).said['push service']).toEqual({ verdict: 'warn', words });
  service.close();
  await once(service, 'close');
  const closed = await doctor(dataDir, { PUSH: 'on', PUSH_HOSTS: host });
  expect(closed.said['push service']).toMatchObject({ verdict: 'warn' });
  expect([closed.code, closed.said['push service']?.words]).toEqual([
    0,
    expect.stringMatching(/ECONNREFUSED/),
  ]);
});
