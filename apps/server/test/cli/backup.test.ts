import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { restore } from '@onus/db/backup/restore';
import { closeDb, openDb } from '@onus/db/open';
import { describe, expect, test, vi } from 'vitest';
import { MIGRATIONS } from '../../src/cli/install.ts';
import { command, folder, onus, startProcess } from '../process.ts';
import { signUp } from '../server.ts';

// Several processes a test, each of which takes most of a second to start.
vi.setConfig({ testTimeout: 60_000 });

const CHECKED = /^(\S+) was written and checked: (\d+) rows in (\d+) tables, \d+ KB\n$/;

type Running = Awaited<ReturnType<typeof startProcess>>;
type Person = Awaited<ReturnType<typeof signUp>>;

function addTask({ send }: Running, { token }: Person, title: string) {
  return send('POST', '/tasks', { token, body: { title, dueDate: '2026-03-05' } });
}

async function titles({ send }: Running, { token }: Person): Promise<string[]> {
  const { body } = await send('GET', '/tasks', { token });
  return body.map((task: { title: string }) => task.title);
}

/** Writes without a pause until it is told to end; answers the titles that were acknowledged. */
function keepWriting(running: Running, ana: Person) {
  const acknowledged: string[] = [];
  let going = true;
  async function write(lane: number): Promise<void> {
    for (let turn = 0; going; turn++) {
      const title = `${lane}-${turn}`;
      if ((await addTask(running, ana, title)).status === 201) acknowledged.push(title);
    }
  }
  const lanes = Promise.all([1, 2, 3, 4].map(write));
  return {
    acknowledged,
    async end() {
      going = false;
      await lanes;
    },
  };
}

/** Made once: each test of a restore starts from the same install. */
let killed: Promise<{ dataDir: string; file: string; ana: Person }> | undefined;

async function fillAndKill() {
  const dataDir = folder();
  const file = join(folder(), 'copy.sqlite');
  const running = await startProcess(dataDir);
  const ana = await signUp(running, 'Ana');
  await addTask(running, ana, 'kept');
  expect(await command(dataDir, ['backup', file])).toMatchObject({ code: 0 });
  await addTask(running, ana, 'later');
  // Not folded into the file: the last write is in the log alone.
  await running.stop('SIGKILL');
  return { dataDir, file, ana };
}

/** A copy of an install whose server was killed, with a backup: "kept" is in the backup, "later" is not. */
async function furnished() {
  killed ??= fillAndKill();
  const install = await killed;
  const dataDir = folder();
  cpSync(install.dataDir, dataDir, { recursive: true });
  return { ...install, dataDir };
}

/** The same while its server runs. */
async function furnishedAndRunning() {
  const install = await furnished();
  return { ...install, running: await startProcess(install.dataDir) };
}

describe('onus backup', () => {
  test('of a server under writes contains each acknowledged write, and a second server responds equally', async () => {
    const dataDir = folder();
    const running = await startProcess(dataDir);
    const ana = await signUp(running, 'Ana');
    const writing = keepWriting(running, ana);
    while (writing.acknowledged.length < 100) await wait(10);
    const before = [...writing.acknowledged];
    const file = join(folder(), 'copy.sqlite');
    const made = await onus(dataDir, ['backup', file]);
    const after = writing.acknowledged.length;
    await writing.end();
    expect(made).toEqual({
      code: 0,
      out: expect.stringMatching(CHECKED),
      err: `Keep ${join(dataDir, 'key')} and ${join(dataDir, 'push-key')} too, in another place. Without the first everyone must sign in again, without the second each device must turn push messages on again.\n`,
    });
    expect(after).toBeGreaterThan(before.length);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, '..'))).toEqual(['copy.sqlite']);

    const copy = folder();
    writeFileSync(join(copy, 'onus.sqlite'), readFileSync(file));
    writeFileSync(join(copy, 'key'), readFileSync(join(dataDir, 'key')));
    const second = await startProcess(copy);
    const copied = new Set(await titles(second, ana));
    expect(before.filter(title => !copied.has(title))).toEqual([]);
    const everything = (await running.send('GET', '/tasks', { token: ana.token })).body;
    const there = (await second.send('GET', '/tasks', { token: ana.token })).body;
    expect(there).toEqual(everything.filter((task: { title: string }) => copied.has(task.title)));
    expect((await second.send('GET', '/users', { token: ana.token })).status).toBe(403);
  });

  test('overwrites nothing, creates no installation, and reports an unusable path', async () => {
    const { dataDir, file } = await furnished();
    const bytes = readFileSync(file);
    const again = await command(dataDir, ['backup', file]);
    const line = `onus: ${file} exists already; choose another path\n`;
    expect(again).toEqual({ code: 1, out: '', err: line });
    expect(readFileSync(file)).toEqual(bytes);

    for (const ending of ['.part', '.part-journal', '.failed']) {
      const path = join(folder(), 'copy.sqlite');
      writeFileSync(path + ending, 'not ours');
      const refused = `onus: ${path}${ending} exists already; remove it or choose another path\n`;
      expect(await command(dataDir, ['backup', path])).toEqual({ code: 1, out: '', err: refused });
      expect(readFileSync(path + ending, 'utf8')).toBe('not ours');
      expect(existsSync(path)).toBe(false);
    }

    const nowhere = join(folder(), 'none');
    const empty = await command(nowhere, ['backup', join(folder(), 'copy.sqlite')]);
    expect(empty).toEqual({ code: 1, out: '', err: `onus: DATA_DIR ${nowhere} holds no installation\n` });
    expect(existsSync(nowhere)).toBe(false);
    const lost = join(nowhere, 'copy.sqlite');
    const why = `onus: ${lost} cannot be written: no such file or directory\n`;
    expect(await command(dataDir, ['backup', lost])).toEqual({ code: 1, out: '', err: why });
  });

  test('of a damaged database fails', async () => {
    const { dataDir } = await furnished();
    orphan(dataDir);
    const file = join(folder(), 'bad.sqlite');
    const made = await command(dataDir, ['backup', file]);
    const why = `the copy failed its check and is kept as ${file}.failed: a row of session belongs to no user`;
    expect(made).toEqual({ code: 1, out: '', err: `onus: ${why}\n` });
    expect(readdirSync(join(file, '..'))).toEqual(['bad.sqlite.failed']);
    const { good, failed } = JSON.parse(readFileSync(join(dataDir, 'backups.json'), 'utf8'));
    expect(failed).toMatchObject({ file, reason: why });
    expect(good.file).toMatch(/copy\.sqlite$/);
  });
});

/** A session without a user: what foreign keys keep out, and a damaged file may hold. */
function orphan(dataDir: string): void {
  const db = openDb(join(dataDir, 'onus.sqlite'));
  db.$client.pragma('foreign_keys = OFF');
  db.$client.exec("update session set user_id = 'unknown'");
  closeDb(db);
}

describe('onus restore', () => {
  test('restores the backup, keeps the replaced database, and sessions stay valid', async () => {
    const { dataDir, file, ana } = await furnished();
    const restored = await onus(dataDir, ['restore', file]);
    expect(restored).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+ rows were restored\. Start the server\.\n$/),
      err: expect.stringMatching(
        /^The replaced database is kept as \S+\/onus\.sqlite\.before-restore-\d{8}T\d{6}Z\n$/,
      ),
    });
    const files = readdirSync(dataDir).sort();
    expect(files).toEqual([
      'backups.json',
      'key',
      'lock',
      'onus.sqlite',
      expect.stringContaining('onus.sqlite.before-restore-'),
      'push-key',
    ]);
    for (const name of files) expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0);
    const again = await startProcess(dataDir);
    expect(await titles(again, ana)).toEqual(['kept']);
    const refreshed = await again.send('GET', '/auth/refresh', { cookie: ana.cookie });
    expect(refreshed.status).toBe(200);
    await again.stop();

    const aside = join(dataDir, files.find(name => name.includes('before-restore')) ?? '');
    await command(dataDir, ['restore', aside]);
    const third = await startProcess(dataDir);
    expect((await titles(third, ana)).sort()).toEqual(['kept', 'later']);
  });

  test('two restores in one second keep both replaced databases', async () => {
    const { dataDir, file } = await furnished();
    const database = join(dataDir, 'onus.sqlite');
    const at = Date.parse('2026-11-05T12:00:00.250Z');
    const options = { file, database, migrations: MIGRATIONS, endSessions: false, at };
    const kept = [restore(options), restore(options)].map(({ aside }) => aside);
    expect(kept).toEqual(['120000', '120001'].map(time => `${database}.before-restore-20261105T${time}Z`));
    for (const path of kept) expect(existsSync(path ?? '')).toBe(true);
  });

  test('with another key everyone must sign in again, and nothing else is lost', async () => {
    const { file, ana } = await furnished();
    const elsewhere = join(folder(), 'data');
    const restored = await command(elsewhere, ['restore', file]);
    const line = `${join(elsewhere, 'key')} is missing. The next start creates a new one, and everyone must sign in again.\n${join(elsewhere, 'push-key')} is missing. The next start creates a new one, and each device must turn push messages on again.\n`;
    expect(restored).toMatchObject({ code: 0, err: line });
    const moved = await startProcess(elsewhere);
    expect((await moved.send('GET', '/tasks', { token: ana.token })).status).toBe(403);
    expect((await moved.send('GET', '/auth/refresh', { cookie: ana.cookie })).status).toBe(403);
    const body = { email: 'ana@example.com', password: 'Ana-secret' };
    const login = await moved.send('POST', '/api/users/login', { body });
    expect(await titles(moved, { ...ana, token: login.body.token })).toEqual(['kept']);
  });

  test('can sign everyone out', async () => {
    const { dataDir, file, running, ana } = await furnishedAndRunning();
    await running.stop();
    expect(await command(dataDir, ['restore', '--end-sessions', file])).toMatchObject({ code: 0 });
    const again = await startProcess(dataDir);
    expect((await again.send('GET', '/tasks', { token: ana.token })).status).toBe(403);
    expect((await again.send('GET', '/auth/refresh', { cookie: ana.cookie })).status).toBe(403);
  });

  test('with --end-sessions also ends the tokens, feeds and invitations that the backup holds', async () => {
    const dataDir = folder();
    const file = join(folder(), 'copy.sqlite');
    const first = await startProcess(dataDir);
    const ana = { name: 'Ana', email: 'ana@example.com', password: 'Ana-secret', roles: ['Manager'] };
    const { body: boss } = await first.send('POST', '/api/users/', { body: ana });
    const make = async (path: string, body: object) => {
      const made = await first.send('POST', `/trpc/${path}`, { token: boss.accessToken, body });
      return made.body.result.data;
    };
    const { token } = await make('token.create', { name: 'Script', scopes: ['read'] });
    const feed = new URL((await make('feed.create', { name: 'Phone' })).url).pathname;
    const { url } = await make('invite.create', { role: 'Employee', uses: 1 });
    const look = encodeURIComponent(JSON.stringify({ token: new URL(url).searchParams.get('token') }));
    const ways = async ({ send }: Running) => [
      (await send('GET', '/tasks', { token })).status,
      (await send('GET', feed)).status,
      (await send('GET', `/trpc/invite.look?input=${look}`)).status,
    ];
    expect(await ways(first)).toEqual([200, 200, 200]);
    expect(await command(dataDir, ['backup', file])).toMatchObject({ code: 0 });
    await first.stop();
    expect(await command(dataDir, ['restore', '--end-sessions', file])).toMatchObject({ code: 0 });
    expect(await ways(await startProcess(dataDir))).toEqual([403, 404, 400]);
  });

  test('refuses while the server runs, and works after a kill', async () => {
    const { dataDir, file, running, ana } = await furnishedAndRunning();
    const refused = await command(dataDir, ['restore', file]);
    const line = `onus: the server or another command is using DATA_DIR ${dataDir}; stop it first\n`;
    expect(refused).toEqual({ code: 1, out: '', err: line });
    expect((await titles(running, ana)).sort()).toEqual(['kept', 'later']);
    await running.stop('SIGKILL');
    expect(await command(dataDir, ['restore', file])).toMatchObject({ code: 0 });
  });

  test('refuses a file that has the name of its own copy, and does not delete it', async () => {
    const { dataDir, file, ana } = await furnished();
    const path = join(dataDir, 'onus.sqlite.restoring');
    copied(file, path, () => {});
    const link = join(folder(), 'link.sqlite');
    symlinkSync(path, link);
    const before = snapshot(dataDir);
    for (const named of [path, link]) {
      expect(await command(dataDir, ['restore', named])).toEqual({
        code: 1,
        out: '',
        err: `onus: ${named} is where a restore makes its copy; rename it first\n`,
      });
      expect(snapshot(dataDir)).toEqual(before);
    }
    renameSync(path, `${path}-1`);
    expect(await command(dataDir, ['restore', `${path}-1`])).toMatchObject({ code: 0 });
    const again = await startProcess(dataDir);
    expect(await titles(again, ana)).toEqual(['kept']);
  });

  test('refuses damaged, newer and foreign files, and changes nothing', async () => {
    const { dataDir, file, ana } = await furnished();
    const before = snapshot(dataDir);
    const refusals: [string, (path: string) => void, RegExp][] = [
      ['missing', () => {}, /does not exist/],
      ['folder', path => mkdirSync(path), /is not a file/],
      [
        'text',
        path => writeFileSync(path, 'a list of things to buy\n'.repeat(100)),
        /is damaged or not a database/,
      ],
      ['empty', path => writeFileSync(path, ''), /is not a database of Onus/],
      ['cut', path => copied(file, path, () => truncateSync(path, 40_000)), /is damaged or not a database/],
      ['torn', path => copied(file, path, () => tear(path)), /is damaged or not a database/],
      ['newer', path => copied(file, path, () => run(path, NEWER)), /was written by a newer version of Onus/],
      ['foreign', path => run(path, 'create table user (id)'), /is not a database of Onus/],
      ['orphans', path => copied(file, path, () => run(path, ORPHAN)), /a row of session belongs to no user/],
    ];
    for (const [name, make, why] of refusals) {
      const bad = join(folder(), `${name}.sqlite`);
      make(bad);
      const refused = await command(dataDir, ['restore', bad]);
      expect([name, refused]).toEqual([
        name,
        {
          code: 1,
          out: '',
          err: expect.stringMatching(new RegExp(`^onus: [^\\n]*${why.source}[^\\n]*\\n$`)),
        },
      ]);
      expect(snapshot(dataDir)).toEqual(before);
    }
    const again = await startProcess(dataDir);
    expect((await titles(again, ana)).sort()).toEqual(['kept', 'later']);
  });

  test('a mistyped path makes no data folder', async () => {
    const nowhere = join(folder(), 'none');
    const missing = join(nowhere, 'copy.sqlite');
    const err = `onus: ${missing} does not exist\n`;
    expect(await command(nowhere, ['restore', missing])).toEqual({ code: 1, out: '', err });
    expect(existsSync(nowhere)).toBe(false);
  });
});

const NEWER = "insert into __drizzle_migrations (hash, created_at) values ('later', 99999999999999)";
const ORPHAN = "pragma foreign_keys = off; update session set user_id = 'unknown'";

function copied(from: string, to: string, change: () => void): void {
  writeFileSync(to, readFileSync(from));
  change();
}

function run(path: string, sql: string): void {
  const db = openDb(path);
  db.$client.exec(sql);
  closeDb(db);
}

/** Rubbish over some pages in the middle, as a failing disk leaves it. */
function tear(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 4096 * 4, 4096 * 9);
  writeFileSync(path, bytes);
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Every file of the folder, but the lock and the index of the log, which opening writes. */
function snapshot(dataDir: string): Record<string, string> {
  const names = readdirSync(dataDir).filter(name => name !== 'lock' && !name.endsWith('-shm'));
  return Object.fromEntries(names.map(name => [name, hashOf(join(dataDir, name))]));
}
