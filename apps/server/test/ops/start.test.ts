import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { closeDb, openDb } from '@onus/db/open';
import { expect, test } from 'vitest';
import { readEnv, SettingError } from '../../src/env.ts';
import { folder, launch, startProcess } from '../process.ts';

async function refusal(settings: Record<string, string>) {
  const { said, exited } = launch(settings);
  const [code] = await exited;
  return { code, ...said };
}

test('the first start creates the database and a key that only its owner can read', async () => {
  const dataDir = join(folder(), 'new', 'data');
  const first = launch({ DATA_DIR: dataDir, LOG_LEVEL: 'info', PUBLIC_URL: 'http://home.example/' });
  while (!first.said.out.includes('Onus')) await once(first.server.stdout, 'data');
  expect(first.said.out.trim().split('\n').at(-1)).toBe('Onus is ready at http://home.example');
  first.server.kill('SIGINT');
  expect(await first.exited).toEqual([0, null]);
  expect(first.said.err).toBe('');
  expect(statSync(join(dataDir, 'key')).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'onus.sqlite')).mode & 0o777).toBe(0o600);

  const key = readFileSync(join(dataDir, 'key'));
  const second = launch({ DATA_DIR: dataDir });
  await once(second.server.stdout, 'data');
  second.server.kill('SIGTERM');
  expect(await second.exited).toEqual([0, null]);
  expect(readFileSync(join(dataDir, 'key'))).toEqual(key);
});

test('the first start writes the key and its folders to the disk before it is ready', async () => {
  const [parent, log] = [folder(), join(folder(), 'synced')];
  const dataDir = join(parent, 'new', 'data');
  const watch = join(folder(), 'watch.mjs');
  // Runs before the server, in its process: notes the path of every file that is synced.
  writeFileSync(
    watch,
    `import fs from 'node:fs';
     import { syncBuiltinESMExports } from 'node:module';
     const { fsyncSync, openSync } = fs;
     const names = new Map();
     fs.openSync = (path, ...rest) => {
       const handle = openSync(path, ...rest);
       names.set(handle, path);
       return handle;
     };
     fs.fsyncSync = handle => {
       fs.appendFileSync(${JSON.stringify(log)}, names.get(handle) + '\\n');
       fsyncSync(handle);
     };
     syncBuiltinESMExports();`,
  );
  const running = await startProcess(dataDir, { NODE_OPTIONS: `--import=${watch}` });
  const synced = readFileSync(log, 'utf8').split('\n');
  expect(synced).toEqual(
    expect.arrayContaining([parent, join(parent, 'new'), dataDir, join(dataDir, 'key')]),
  );
  expect(synced.indexOf(join(dataDir, 'key'))).toBeLessThan(synced.lastIndexOf(dataDir));
  await running.stop();
});

test('the server is small: no WebSocket client of Node, one byte per character, no garbage of the start', async () => {
  const [seen, watch] = [join(folder(), 'seen.json'), join(folder(), 'watch.mjs')];
  writeFileSync(
    watch,
    `import { writeFileSync } from 'node:fs';
     let flavor = 'none';
     globalThis.gc = options => { flavor = options.flavor; };
     process.once('exit', () => {
       writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ modules: process.moduleLoadList, flavor }));
     });`,
  );
  const running = await startProcess(folder(), { NODE_OPTIONS: `--import=${watch}` });
  await running.stop();
  const { modules, flavor } = JSON.parse(readFileSync(seen, 'utf8'));
  expect(modules).toContain('NativeModule http');
  expect(modules).not.toContain('NativeModule internal/deps/undici/undici');
  expect(flavor).toBe('last-resort');
  // V8 keeps text beyond Latin-1 in two bytes per character.
  expect(readFileSync(new URL('../../dist/server.js', import.meta.url), 'utf8')).not.toMatch(
    /[\u0100-\uffff]/,
  );
});

test('a taken port is one clear line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const { code, err } = await refusal({ DATA_DIR: folder(), PORT: port });
  other.close();
  expect([code, err]).toEqual([1, `onus: PORT ${port} on 127.0.0.1 is in use; set PORT to another\n`]);
});

test('a data folder that cannot be used is one clear line', async () => {
  const blocked = join(folder(), 'file');
  writeFileSync(blocked, '');
  const { code, err } = await refusal({ DATA_DIR: blocked });
  expect(code).toBe(1);
  expect(err).toMatch(new RegExp(`^onus: DATA_DIR ${blocked} cannot be used: EEXIST[^\n]*\n$`));
  // Where no one can create a folder.
  const nowhere = await refusal({ DATA_DIR: '/proc/onus/data' });
  expect(nowhere.code).toBe(1);
  expect(nowhere.err).toMatch(/^onus: DATA_DIR \/proc\/onus\/data cannot be used: E[^\n]*\n$/);
});

test('a database that cannot be opened is one clear line', async () => {
  const dataDir = folder();
  mkdirSync(join(dataDir, 'onus.sqlite'));
  const err = `onus: DATA_DIR ${dataDir} cannot be used: unable to open database file\n`;
  expect(await refusal({ DATA_DIR: dataDir })).toMatchObject({ code: 1, err });
});

test('a backup folder that cannot be used is one clear line', async () => {
  const blocked = join(folder(), 'file');
  writeFileSync(blocked, '');
  const { code, err } = await refusal({ DATA_DIR: folder(), BACKUP_DIR: blocked });
  expect(code).toBe(1);
  expect(err).toMatch(new RegExp(`^onus: BACKUP_DIR ${blocked} cannot be used: EEXIST[^\n]*\n$`));
});

test('a second server on the same data exits with one line until the first has ended', async () => {
  const dataDir = folder();
  const first = await startProcess(dataDir);
  const { code, err } = await refusal({ DATA_DIR: dataDir });
  const line = `onus: DATA_DIR ${dataDir} is in use by another server, or by a restore\n`;
  expect([code, err]).toEqual([1, line]);
  await first.stop('SIGKILL');
  const second = await startProcess(dataDir);
  expect(await second.stop()).toEqual([0, null]);
});

test('a damaged key is refused instead of replaced', async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'key'), 'short');
  const { code, err } = await refusal({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(err).toContain('damaged key file');
  expect(readFileSync(join(dataDir, 'key'), 'utf8')).toBe('short');
});

const WITHOUT_PATH = 'must be an address without a path, like https://onus.example';

test.each([
  ['PORT', 'http', 'PORT must be a port number (it is "http")'],
  ['PORT', ' ', 'PORT must be a port number (it is " ")'],
  ['PORT', '0x1019', 'PORT must be a port number (it is "0x1019")'],
  ['PORT', '65536', 'PORT must be a port number (it is "65536")'],
  ['HOST', ' ', 'HOST must not be empty (it is " ")'],
  ['MESSAGES_PAGE_SIZE', '1e1', 'MESSAGES_PAGE_SIZE must be a number from 1 to 100 (it is "1e1")'],
  ['PASSWORD_MIN_LENGTH', ' ', expect.stringMatching(/^PASSWORD_MIN_LENGTH must be .+ \(it is " "\)$/)],
  ['BACKUP_KEEP', '+7', 'BACKUP_KEEP must be a number from 1 to 1000 (it is "+7")'],
  [
    'PUBLIC_URL',
    'onus.example',
    'PUBLIC_URL must be an address like https://onus.example (it is "onus.example")',
  ],
  ['PUBLIC_URL', 'https://onus.example/app', `PUBLIC_URL ${WITHOUT_PATH} (it is "https://onus.example/app")`],
  ['PUBLIC_URL', 'https://onus.example?a', `PUBLIC_URL ${WITHOUT_PATH} (it is "https://onus.example?a")`],
  ['PUBLIC_URL', 'https://onus.example/#b', `PUBLIC_URL ${WITHOUT_PATH} (it is "https://onus.example/#b")`],
  [
    'ALLOWED_ORIGINS',
    'https://a.example/app',
    `ALLOWED_ORIGINS ${WITHOUT_PATH} (it is "https://a.example/app")`,
  ],
  ['ACCESS_TOKEN_TTL', '10', 'ACCESS_TOKEN_TTL must be a duration like 10m (it is "10")'],
  [
    'LOG_LEVEL',
    'loud',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent (it is "loud")',
  ],
  ['SMTP_URL', 'mail.example:25', 'SMTP_URL must be an address like smtp://mail.example:587'],
  ['SMTP_URL', 'http://u:secret@x', 'SMTP_URL must be an address like smtp://mail.example:587'],
  ['SMTP_URL', 'smtp:mail.example', 'SMTP_URL must be an address like smtp://mail.example:587'],
  ['MAIL_FROM', 'unknown', 'MAIL_FROM must hold an email address (it is "unknown")'],
  ['MAIL_FROM', 'Onus @ home', 'MAIL_FROM must hold an email address (it is "Onus @ home")'],
  ['TRUST_PROXY', 'true', expect.stringMatching(/^TRUST_PROXY must be addresses .+ \(it is "true"\)$/)],
  ['TRUST_PROXY', '10.0.0.0/33', expect.stringMatching(/^TRUST_PROXY must be addresses/)],
  ['TRUST_PROXY', '127.0.0.1,', expect.stringMatching(/^TRUST_PROXY must be addresses/)],
  ['PASSWORD_MIN_LENGTH', 'long', expect.stringMatching(/^PASSWORD_MIN_LENGTH must be .+ \(it is "long"\)$/)],
  [
    'PASSWORD_MIN_LENGTH',
    '13',
    'PASSWORD_MIN_LENGTH must be a whole number from 0 to 12, the longest password that a new member can have (it is "13")',
  ],
  [
    'REQUIRE_SECOND_FACTOR',
    'everyone',
    'REQUIRE_SECOND_FACTOR must be one of none, admins, all (it is "everyone")',
  ],
  ['REGISTRATION', 'members', 'REGISTRATION must be one of open, invite, closed (it is "members")'],
  ['BACKUP_EVERY', 'daily', 'BACKUP_EVERY must be a duration like 10m (it is "daily")'],
  ['BACKUP_KEEP', '0', 'BACKUP_KEEP must be a number from 1 to 1000 (it is "0")'],
  ['METRICS_TOKEN', 'too-short', expect.stringMatching(/^METRICS_TOKEN must have [^(]+$/)],
])('%s=%s is refused', (name, value, message) => {
  const read = () => readEnv({ [name]: value });
  expect(read).toThrow(SettingError);
  expect(read).toThrow(expect.objectContaining({ message }));
});

test('an address may end with a slash', () => {
  const { PUBLIC_URL, ALLOWED_ORIGINS } = readEnv({
    PUBLIC_URL: 'https://onus.example/',
    ALLOWED_ORIGINS: 'https://a.example/, http://b.example:8080',
  });
  expect(PUBLIC_URL).toBe('https://onus.example');
  expect(ALLOWED_ORIGINS).toEqual(['https://a.example', 'http://b.example:8080']);
});

test.each([
  ['nope.invalid', 'HOST nope.invalid is not the name of a machine that can be found'],
  ['192.0.2.1', 'HOST 192.0.2.1 is not an address of this machine'],
])('HOST=%s is one clear line', async (HOST, line) => {
  const { code, out, err } = await refusal({ DATA_DIR: folder(), HOST });
  expect([code, out, err]).toEqual([1, '', `onus: ${line}\n`]);
});

test('a refused setting is one clear line', async () => {
  const { code, out, err } = await refusal({ DATA_DIR: folder(), PORT: 'http' });
  expect([code, out, err]).toEqual([1, '', 'onus: PORT must be a port number (it is "http")\n']);
});

test('a database of a newer build is refused', async () => {
  const dataDir = folder();
  const first = launch({ DATA_DIR: dataDir });
  await once(first.server.stdout, 'data');
  first.server.kill();
  await first.exited;
  const db = openDb(join(dataDir, 'onus.sqlite'));
  db.$client.exec("insert into __drizzle_migrations (hash, created_at) values ('later', 99999999999999)");
  closeDb(db);
  const { code, err } = await refusal({ DATA_DIR: dataDir });
  expect([code, err]).toEqual([
    1,
    'onus: the database was written by a newer version of Onus; start that version instead\n',
  ]);
});

test('runs in a container and under systemd as `pnpm start` runs it', () => {
  const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  const [, command = 'none'] =
    /"start": "(node [^"]+)apps\/server\/scripts\/start\.ts"/.exec(read('package.json')) ?? [];
  // Without it, nothing collects the garbage of the start.
  expect(command).toMatch(/^node --expose-gc /);
  // Without these, garbage of requests needs major collections, every few seconds (docs/where-the-time-goes.md).
  expect(command).toContain(' --no-allocation-site-pretenuring --heap-growing-percent=100 ');
  expect(read('apps/server/scripts/start.ts')).toContain('../dist/main.js');
  expect(read('docs/self-hosting/onus.service')).toContain(`/${command}apps/server/dist/main.js\n`);
  const words = `${command}apps/server/dist/main.js`.split(' ').join('", "');
  expect(read('docs/self-hosting/Dockerfile')).toContain(`CMD ["${words}"]`);
  // V8 rejects what was compiled with other options.
  expect(read('apps/server/package.json')).toContain(`&& ${command}scripts/compile.ts`);
});

test('clients that all come while the server is busy wait in the queue of the system, and none is dropped', async () => {
  const running = await startProcess(folder());
  const { port, hostname: host } = new URL(running.url);
  // A process that is stopped takes no connection. Node alone asks the system for a queue of 511.
  running.server.kill('SIGSTOP');
  const clients = Array.from({ length: Math.min(700, mostWaiting()) }, () =>
    connect({ port: Number(port), host }),
  );
  await Promise.all(clients.map(client => once(client, 'connect')));
  running.server.kill('SIGCONT');
  for (const client of clients) client.destroy();
  expect((await running.send('GET', '/healthz')).status).toBe(200);
});

/** The longest queue that the system gives to any program. */
function mostWaiting(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    // macOS
    return 128;
  }
}
