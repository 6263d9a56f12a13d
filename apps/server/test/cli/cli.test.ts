import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { exportedFrom } from '@onus/api/testing';
import { movedFrom } from '@onus/api/testing/moved-app';
import type { ExportFile } from '@onus/contract/transfer/export-schema';
import { holdInstall } from '@onus/db/install-lock';
import { isOlder, migrateDb } from '@onus/db/migrate';
import { closeDb, openDb } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { MIGRATIONS } from '@onus/db/testing';
import { dbBefore } from '@onus/db/testing/older-file';
import { describe, expect, test, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { readEnv } from '../../src/env.ts';
import { openDataDir } from '../../src/ops/data-dir.ts';
import { createServices } from '../../src/services.ts';
import { command, folder, ONUS, onus } from '../process.ts';
import { builtWebApp } from '../server.ts';

const ADMIN = ['admin', 'create', '--email', 'Boss@Example.com', '--username', 'The Boss'];

// Each command is a process of its own, and on a busy machine several of them wait for a processor.
vi.setConfig({ testTimeout: 60_000 });

/** One data folder with the demo: each run of it hashes four passwords and migrates a database. */
let demo: Promise<string> | undefined;

/** A data folder of its own with the demo, after the first login. */
async function demoFolder(): Promise<string> {
  demo ??= fillByDemo();
  const dataDir = folder();
  cpSync(await demo, dataDir, { recursive: true });
  return dataDir;
}

async function fillByDemo(): Promise<string> {
  const dataDir = folder();
  const { out } = await command(dataDir, ['demo']);
  const [, email, password] = out.split('\n')[1]?.split(/ +/) ?? [];
  // The first login writes the tasks.
  const server = await serverOn(dataDir);
  expect(await server.post('/api/users/login', { email, password })).toMatchObject({ status: 200 });
  await server.close();
  return dataDir;
}

/** The server on the same folder, as `pnpm start` opens it. @param isNew no command has been there before. */
async function serverOn(dataDir: string, isNew = false) {
  const env = readEnv({ LOG_LEVEL: 'silent', DATA_DIR: dataDir });
  const { database, ...keys } = openDataDir(dataDir);
  const db = openDb(database);
  if (isNew) migrateDb(db, MIGRATIONS);
  const app = await createApp(createServices(db, keys, env), env, builtWebApp());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  async function post(path: string, body: unknown) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  }
  async function close() {
    await app.close();
    closeDb(db);
  }
  return { db, post, close };
}

/** A command while no file may have more blocks of 512 bytes, as on a full disk: its exit code and error. */
async function withShortFiles(blocks: number, dataDir: string, args: string[]) {
  const script = `ulimit -f ${blocks}; exec "$0" "$@"`;
  const run = spawn('sh', ['-c', script, process.execPath, ONUS, ...args], { env: { DATA_DIR: dataDir } });
  const err = text(run.stderr);
  const [code] = await once(run, 'close');
  return { code, err: await err };
}

test('a first start that cannot write the key leaves none that stops the next one', async () => {
  const dataDir = folder();
  const err = expect.stringMatching(/^onus: DATA_DIR \S+ cannot be used: EFBIG.*\n$/);
  expect(await withShortFiles(0, dataDir, ['demo'])).toEqual({ code: 1, err });
  expect(await command(dataDir, ['demo'])).toMatchObject({ code: 0, err: '' });
});

test('a command does not upgrade the data of a running server', async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'onus.sqlite'), dbBefore('0030_task_reader_moves').$client.serialize());
  const release = holdInstall(dataDir, 'server');
  const err =
    'onus: the database is of an older version, and the server is running; stop it, and start this version\n';
  expect(await command(dataDir, ['audit'])).toEqual({ code: 1, out: '', err });
  const db = openDb(join(dataDir, 'onus.sqlite'));
  expect(isOlder(db, MIGRATIONS)).toBe(true);
  release?.();
  expect(await command(dataDir, ['audit'])).toEqual({ code: 0, out: '', err: '' });
  expect(isOlder(db, MIGRATIONS)).toBe(false);
  closeDb(db);
});

describe('onus admin create', () => {
  test('creates the first account in an empty folder, which can log in', async () => {
    const dataDir = join(folder(), 'data');
    const made = await onus(dataDir, ADMIN, 'a secret\n');
    const line = 'Admin boss@example.com was created. Log in at http://localhost:3000/login\n';
    expect(made).toEqual({ code: 0, out: line, err: '' });
    for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0);

    const server = await serverOn(dataDir);
    expect(server.db.select().from(user).all()).toMatchObject([
      { username: 'The Boss', email: 'boss@example.com', roles: ['Admin', 'Manager'], active: true },
    ]);
    const login = await server.post('/api/users/login', { email: 'boss@example.com', password: 'a secret' });
    expect(login).toMatchObject({ status: 200, body: { roles: ['Admin', 'Manager'] } });

    const again = await onus(dataDir, ADMIN, 'another\n');
    expect(again).toEqual({ code: 1, out: '', err: 'onus: An account with this email already exists\n' });
    await server.close();
  });

  test.each([
    [['admin', 'create', '--username', 'x'], 'x\n', {}, "required option '--email <email>' not specified"],
    [[...ADMIN.slice(0, 4), '--username', ' '], 'x\n', {}, 'Name is required'],
    [['admin', 'create', '--email', 'boss', '--username', 'x'], 'x\n', {}, 'Email is invalid'],
    [ADMIN, '', {}, 'standard input has no password'],
    [ADMIN, '\n', {}, 'Password is required'],
    [ADMIN, 'x'.repeat(129), {}, 'Password is too long: at most 128'],
    [ADMIN, 'short\n', { PASSWORD_MIN_LENGTH: '8' }, 'Password must have at least 8 characters'],
    [ADMIN, 'x\n', { PORT: 'http' }, 'PORT must be a port number (it is "http")'],
  ])('%j with the input %j is one clear line', async (args, typed, settings, line) => {
    const dataDir = folder();
    const refused = await command(dataDir, args, typed, settings);
    expect(refused).toEqual({ code: 1, out: '', err: `onus: ${line}\n` });
  });
});

describe('onus link', () => {
  test('prints a working link for a running installation', async () => {
    const dataDir = folder();
    await command(dataDir, ADMIN, 'a secret\n');
    const server = await serverOn(dataDir);
    const settings = { PUBLIC_URL: 'https://onus.example' };
    const printed = await command(dataDir, ['link', ' BOSS@example.com'], '', settings);
    expect(printed).toEqual({
      code: 0,
      out: expect.stringMatching(/^https:\/\/onus\.example\/activate\?token=[\w-]{43}\n$/),
      err: expect.stringMatching(/^This reset link works once, until \d{4}-\d\d-\d\dT[\d:.]+Z\.\n$/),
    });
    const token = printed.out.trim().split('=')[1];
    const set = await server.post('/member/activate', { token, password: 'fresh' });
    expect(set).toEqual({ status: 200, body: { message: 'Your password is set. You can log in now.' } });

    server.db.update(user).set({ passwordHash: null }).run();
    expect((await command(dataDir, ['link', 'boss@example.com'])).err).toContain('This activation link');
    server.db.update(user).set({ active: false }).run();
    const inactive = await command(dataDir, ['link', 'boss@example.com']);
    expect(inactive).toEqual({ code: 1, out: '', err: 'onus: This account is not active\n' });
    await server.close();
  });

  test.each([
    [['link', 'unknown@example.com'], 'no account has the email "unknown@example.com"'],
    [['link'], "missing required argument 'email'"],
    [['link', 'a@b.co', 'c@d.co'], 'too many arguments'],
    [['nonsense'], "unknown command 'nonsense'"],
    [
      [],
      'missing command. Commands of "onus": admin, link, second-factor, demo, export, import, audit, backup, restore, doctor',
    ],
    [['admin'], 'missing command. Commands of "onus admin": create'],
    [['second-factor'], 'missing command. Commands of "onus second-factor": reset'],
    [['second-factor', 'nonsense'], "unknown command 'nonsense'"],
    [['link', '--force'], "unknown option '--force'"],
  ])('%j is one clear line', async (args, line) => {
    const { code, out, err } = await command(await demoFolder(), args);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^onus: [^\n]+\n$/);
    expect(err).toContain(line);
  });

  test.each([[['link', 'ana@example.com']], [['audit']]])('%j needs an installation', async args => {
    const dataDir = join(folder(), 'mistyped');
    const { code, out, err } = await command(dataDir, args);
    expect([code, out, err]).toEqual([1, '', `onus: there is no installation in DATA_DIR (${dataDir})\n`]);
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('onus demo', () => {
  test('fills a running, empty installation, and each printed login works', async () => {
    const dataDir = folder();
    const server = await serverOn(dataDir, true);
    const filled = await command(dataDir, ['demo'], '', { PASSWORD_MIN_LENGTH: '12' });
    expect(filled).toMatchObject({ code: 0, err: '' });
    const [heading, ...lines] = filled.out.trim().split('\n');
    expect(heading).toMatch(/^Name +Email +Password$/);
    const next = 'Log in at http://localhost:3000/login. The first login writes the tasks, for its own day.';
    expect(lines.splice(-2)).toEqual(['', next]);
    const logins = lines.map(line => line.split(/ +/));
    expect(logins.map(([name]) => name)).toEqual(['Alex', 'Robin', 'Kim', 'Sam']);
    for (const [username, email, password] of logins) {
      expect(password).toMatch(/^[a-zA-Z0-9]{12}$/);
      const login = await server.post('/api/users/login', { email, password });
      expect(login).toMatchObject({ status: 200, body: { username } });
    }

    const again = await command(dataDir, ['demo']);
    const line = 'onus: This installation has accounts. Run the demo on an empty one.\n';
    expect(again).toEqual({ code: 1, out: '', err: line });
    expect(server.db.select().from(user).all()).toHaveLength(4);
    await server.close();
  });

  test('creates the data folder, with new passwords each time', async () => {
    const one = await command(join(folder(), 'data'), ['demo']);
    const other = await command(folder(), ['demo']);
    expect([one.code, other.code]).toEqual([0, 0]);
    expect(one.out).not.toBe(other.out);
  });
});

describe('onus import', () => {
  function written(content: unknown): string {
    const path = join(folder(), 'export.json');
    writeFileSync(path, JSON.stringify(content));
    return path;
  }

  async function exportOf(dataDir: string): Promise<ExportFile> {
    const db = openDb(join(dataDir, 'onus.sqlite'));
    const file = await exportedFrom(db, 'alex@example.com', 'household');
    closeDb(db);
    return file;
  }

  test('fills an empty installation, with a link for each account', async () => {
    const [from, to] = [await demoFolder(), join(folder(), 'data')];
    const db = openDb(join(from, 'onus.sqlite'));
    db.$client.exec("update user set active = 0 where username = 'Sam'");
    closeDb(db);
    const file = await exportOf(from);
    const path = written(file);
    const filled = await command(to, ['import', path], '', { PUBLIC_URL: 'https://onus.example' });
    expect(filled.code).toBe(0);
    const lines = filled.out.trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines).toContain('"Sam" <sam@example.com>  is not active');
    const link =
      /^"(Alex|Robin|Kim)" <\w+@example\.com> {2}https:\/\/onus\.example\/activate\?token=[\w-]{43}$/;
    expect(lines.filter(line => link.test(line))).toHaveLength(3);
    expect(filled.err).toMatch(
      /^4 accounts, \d+ tasks, 9 grocery items and 9 messages were imported\. [^\n]+\n$/,
    );
    expect({ ...(await exportOf(to)), madeAt: '' }).toEqual({ ...file, madeAt: '' });

    const again = await command(to, ['import', path]);
    const line = new RegExp(`^onus: ${path} was not imported: \\w+@example\\.com has an account here\n$`);
    expect(again).toEqual({ code: 1, out: '', err: expect.stringMatching(line) });
  });

  /** The demo's export, with its first person changed. */
  async function editedExport(change: Record<string, unknown>, roles?: string[]): Promise<string> {
    const file = await exportOf(await demoFolder());
    const [first, ...others] = file.people;
    const account = roles ? { ...first?.account, roles } : first?.account;
    return written({ ...file, people: [{ ...first, ...change, account }, ...others] });
  }

  test('a name cannot forge a line or another account', async () => {
    const username =
      'Eve" <boss@example.com>  https://evil.example\r\n\u001b[2K\u001b[31m\u0085\u2028\u202e"Boss';
    const path = await editedExport({ username });
    const { code, out } = await command(folder(), ['import', path]);
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    const [forged] = lines.filter(line => line.includes('evil'));
    expect(forged).toMatch(
      /^"Eve\\" <boss@example\.com> {2}https:\/\/evil\.example\\r\\n\\u001b\[2K\\u001b\[31m\\u0085\\u2028\\u202e\\"Boss" <alex@/,
    );
  });

  test('creates Admins only with --admins, and names them', async () => {
    const path = await editedExport({ username: 'Eve\n' }, ['Manager', 'Admin']);
    const dataDir = folder();
    const refused = await command(dataDir, ['import', path]);
    expect(refused).toEqual({
      code: 1,
      out: '',
      err: `onus: ${path} makes "Eve\\n" <alex@example.com> an Admin, who sees and changes everything. If you trust the file, import it with --admins\n`,
    });
    expect(readdirSync(dataDir)).toEqual([]);

    const filled = await command(dataDir, ['import', path, '--admins']);
    expect(filled.code).toBe(0);
    expect(filled.err).toContain('Admins: "Eve\\n" <alex@example.com>\n');
    const audited = await command(dataDir, ['audit', '--event', 'admin']);
    expect(audited.out).toContain('The operator created the Admin "Eve\\n"');
  });

  test('does not mention Admins if there are none', async () => {
    const { code, err } = await command(folder(), ['import', await editedExport({}), '--admins']);
    expect([code, err.includes('Admin')]).toEqual([0, false]);
  });

  test('reports the error of a file and its place in one line', async () => {
    const dataDir = folder();
    const { tasks, ...file } = await exportOf(await demoFolder());
    const broken = written({ ...file, tasks: [{ ...tasks[0], dueDate: 'today' }] });
    const refused = await command(dataDir, ['import', broken]);
    const where = 'cannot be imported: tasks[0].dueDate: must be a timestamp as 2026-03-05T12:00:00.000Z';
    expect(refused).toEqual({ code: 1, out: '', err: `onus: ${broken} ${where}\n` });
    const page = join(folder(), 'page.html');
    writeFileSync(page, '<!doctype html>');
    expect((await command(dataDir, ['import', page])).err).toBe(
      `onus: ${page} cannot be imported: it is not JSON\n`,
    );
    const none = join(dataDir, 'none');
    expect((await command(dataDir, ['import', none])).err).toBe(
      `onus: ${none} cannot be imported: no such file or directory\n`,
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe('onus export', () => {
  test('moves households to an installation that is in use, and ends their access', async () => {
    const [from, to, other] = [await demoFolder(), join(folder(), 'data'), join(folder(), 'moved')];
    const file = await exportedHousehold(from);
    await command(
      to,
      [...ADMIN.slice(0, 3), 'boss@example.com', '--username', 'The Boss'],
      'correct horse\n',
    );
    const moved = await command(from, ['export', 'Alex@example.com', '--to', other, '--deactivate']);
    expect(moved).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^"Alex" <alex@example\.com> {2}\S+\/onus-export-[\d-]{10}-[\da-f-]{36}\.json\n$/,
      ),
      err: '1 household with 4 accounts was exported, and can no longer log in here.\n',
    });
    const [name = ''] = readdirSync(other);
    const path = join(other, name);
    expect(statSync(path).mode & 0o077).toBe(0);
    expect({ ...JSON.parse(readFileSync(path, 'utf8')), madeAt: '' }).toEqual({ ...file, madeAt: '' });
    const db = openDb(join(from, 'onus.sqlite'));
    expect(db.$client.prepare('select count(*) from user where active = 1').pluck().get()).toBe(0);
    closeDb(db);
    expect((await command(to, ['import', path])).out.trim().split('\n')).toHaveLength(4);
    expect({ ...(await exportedHousehold(to)), madeAt: '' }).toEqual({ ...file, madeAt: '' });
  });

  test('that cannot be written whole leaves no file, and everyone in', async () => {
    const [dataDir, to] = [await demoFolder(), folder()];
    const args = ['export', 'Alex@example.com', '--to', to, '--deactivate'];
    const err = expect.stringMatching(/^onus: EFBIG.*\n$/);
    expect(await withShortFiles(66, dataDir, args)).toEqual({ code: 1, err });
    expect(readdirSync(to)).toEqual([]);
    expect(await command(dataDir, args)).toMatchObject({ code: 0 });
  });

  test('names what it cannot do, and writes nothing then', async () => {
    const [from, to] = [await demoFolder(), join(folder(), 'moved')];
    const tried = async (...args: string[]) => (await command(from, ['export', ...args, '--to', to])).err;
    expect(await tried('alex@example.com', 'sam@example.com')).toBe(
      'onus: "Sam" <sam@example.com> is a member; name the manager of the household\n',
    );
    expect(await tried('nobody@example.com')).toBe('onus: no account has the email "nobody@example.com"\n');
    const db = openDb(join(from, 'onus.sqlite'));
    db.$client.exec("update user set roles = 'Admin,Manager' where username = 'Alex'");
    closeDb(db);
    expect(await tried('alex@example.com', '--deactivate')).toBe(
      'onus: "Alex" <alex@example.com> is an Admin here; export this household without --deactivate\n',
    );
    expect(existsSync(to)).toBe(false);
    expect(await tried('alex@example.com')).toBe('1 household with 4 accounts was exported.\n');
    expect(await tried('alex@example.com')).toMatch(/^onus: EEXIST: file already exists[^\n]+\n$/);
    for (const [path, why] of [
      [join(from, 'onus.sqlite'), 'file already exists'],
      ['/proc/onus/moved', 'no such file or directory'],
    ]) {
      const err = `onus: --to ${path} cannot be used: ${why}\n`;
      const args = ['export', 'alex@example.com', '--to', `${path}`];
      expect(await command(from, args)).toEqual({ code: 1, out: '', err });
    }
  });

  async function exportedHousehold(dataDir: string): Promise<ExportFile> {
    const db = openDb(join(dataDir, 'onus.sqlite'));
    const file = movedFrom(db, 'alex@example.com');
    closeDb(db);
    return file;
  }
});

test.each([
  [['--help']],
  [['admin', '--help']],
  [['admin', 'create', '--help']],
  [['second-factor', '--help']],
  [['link', '--help']],
  [['demo', '--help']],
  [['export', '--help']],
  [['import', '--help']],
  [['backup', '--help']],
  [['restore', '--help']],
  [['doctor', '--help']],
])('%j says what it does and touches nothing', async args => {
  const dataDir = join(folder(), 'data');
  const { code, out, err } = await command(dataDir, args);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^Usage: onus /);
  expect(() => statSync(dataDir)).toThrow('ENOENT');
});

test('`pnpm onus` runs the same commands from the sources', async () => {
  const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  const [, script = 'none'] = /"onus": "node ([^"]+)"/.exec(manifest) ?? [];
  const sources = fileURLToPath(new URL(`../../../../${script}`, import.meta.url));
  const nowhere = join(folder(), 'none');
  for (const args of [['--help'], ['link', 'ana@example.com']]) {
    const [bundled, plain] = [await onus(nowhere, args), await onus(nowhere, args, '', {}, sources)];
    expect(plain).toEqual(bundled);
  }
});

test('no command prints terminal control characters', async () => {
  const steering = '\u001b[2K\rforged';
  const dataDir = await demoFolder();
  const tries = [
    ['import', steering],
    ['link', `${steering}@example.com`],
    [steering],
    ['backup', join(folder(), steering)],
  ];
  for (const args of tries) {
    const { out, err } = await command(dataDir, args);
    expect([args, (out + err).replaceAll('\n', '')]).toEqual([
      args,
      expect.not.stringMatching(/[\p{C}\p{Zl}\p{Zp}]/u),
    ]);
    expect(out + err).toContain('forged');
  }
});

test('a command ends quietly if its reader closes the pipe', async () => {
  const dataDir = folder();
  const running = spawn(process.execPath, [ONUS, 'demo'], { env: { DATA_DIR: dataDir } });
  running.stdout.destroy();
  const said = text(running.stderr);
  expect(await once(running, 'close')).toEqual([0, null]);
  expect(await said).toBe('');
  expect((await command(dataDir, ['demo'])).err).toContain('This installation has accounts');
});
