import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeDb, type Db, openDb } from '@onus/db/open';
import { hasUnindexed, indexSlice } from '@onus/db/search-index';
import { startServer } from '../../lib/server/server.ts';
import type { Size } from './sizes.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../../../drizzle', import.meta.url));
const DAY = 86_400_000;
/** Kibibytes of the file that stay in memory while it is filled. */
const FILLING = 6_000_000;

/** The password of all accounts. The server hashes it once for all of them. */
export const PASSWORD = 'correct horse';

/**
 * A closed database file of a size, as of today in UTC. The next run with the same schema and generator reuses the
 * file from the folder for temporary files.
 */
export async function dataOf(size: Size): Promise<string> {
  const folder = join(tmpdir(), 'onus-bench');
  const file = join(folder, `${keyOf(size)}.sqlite`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const server = await startServer();
  await register(server.url, headOf(0, size) === 0 || size.people === 1 ? 'Manager' : 'User');
  await server.kill();
  const db = openDb(server.file);
  fill(db, size);
  closeDb(db);
  // Renamed last, so that a file with this name is complete.
  copyFileSync(server.file, `${file}.part`);
  renameSync(`${file}.part`, file);
  await server.remove();
  return file;
}

export function emailOf(person: number): string {
  return `person-${person}@example.com`;
}

/** Today in UTC, the time zone of the people in the data, and of the server for those without. */
export function today(): string {
  return dayAt(0);
}

function keyOf(size: Size): string {
  const sources = readdirSync(MIGRATIONS).filter(name => name.endsWith('.sql'));
  const texts = [...sources.map(name => join(MIGRATIONS, name)), fileURLToPath(import.meta.url)];
  const hash = createHash('sha256').update(JSON.stringify([size, today()]));
  for (const text of texts) hash.update(readFileSync(text));
  return hash.digest('hex').slice(0, 24);
}

async function register(url: string, roles: string): Promise<void> {
  const response = await fetch(`${url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Person', email: emailOf(0), password: PASSWORD, roles }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`registering returned ${response.status}`);
}

/**
 * The registered person is the first one. Half of the people have no time zone. A person who is alone has the role
 * Manager.
 */
function fill(db: Db, size: Size): void {
  const client = db.$client;
  // The file counts only once it is complete. A log would be as long as the file.
  client.pragma('journal_mode = MEMORY');
  client.pragma('synchronous = OFF');
  client.pragma(`cache_size = ${-FILLING}`);
  client.transaction(() => {
    client.exec(
      "delete from session; update user set id = 'p-00000', username = 'Person 0', time_zone = 'UTC'",
    );
    const insert = client.prepare(`insert into user
      (id, username, email, password_hash, activated_at, roles, active, manager_id, time_zone, created_at, updated_at)
      select ?, ?, ?, password_hash, activated_at, ?, 1, ?, ?, created_at, updated_at from user limit 1`);
    for (let person = 1; person < size.people; person += 1) {
      const head = headOf(person, size);
      const roles = head === person ? 'Manager' : 'User';
      const manager = head === null || head === person ? null : idOf('p', head, 5);
      const zone = person % 2 === 0 ? 'UTC' : null;
      insert.run(idOf('p', person, 5), `Person ${person}`, emailOf(person), roles, manager, zone);
    }
    fillTasks(db, size);
    fillMessages(db, size);
    // As in an installation that has run for a while. After an upgrade the sweep does this beside the calls.
    while (hasUnindexed(db)) indexSlice(db, 10_000);
  })();
  client.pragma('journal_mode = WAL');
}

/** The manager of a person's household, who is in it too; null where no one has a manager. */
function headOf(person: number, { household }: Size): number | null {
  return household ? person - (person % household) : null;
}

/** Interleaves the people, so that the rows of one person are as far apart as in a real database. */
function fillTasks(db: Db, size: Size): void {
  const { people, tasksEach, todayEach } = size;
  const insert = db.$client.prepare(`insert into task
    (id, creator_id, manager_id, title, text, due_date, completed, created_at, updated_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const ids = Array.from({ length: people }, (_, person) => idOf('p', person, 5));
  for (let number = 0; number < tasksEach; number += 1) {
    const isToday = number < todayEach;
    const days = isToday ? 0 : (number % 5 === 0 ? 1 : -1) * (1 + ((number * 37) % 180));
    const due = `${dayAt(days)}T09:00:00.000Z`;
    for (let person = 0; person < people; person += 1) {
      const at = 1_700_000_000_000 + number * people + person;
      const id = idOf('t', number * people + person, 9);
      const text = `What there is to know about number ${number}, in a line or so.`;
      const done = days < 0 && number % 2 === 0;
      const title = `Chore ${number} of ${person}`;
      const manager = ids[headOf(person, size) ?? -1] ?? null;
      insert.run(id, ids[person], manager, title, text, due, Number(done), at, at);
    }
  }
}

function fillMessages(db: Db, { people, messages }: Size): void {
  const thread = db.$client.prepare('insert into conversation values (?, ?, ?, ?, ?, ?, 0, 0, ?, 0)');
  const insert = db.$client.prepare('insert into message values (null, ?, ?, ?, ?, ?, null, null)');
  for (let pair = 0; pair + 1 < people && messages > 0; pair += 2) {
    const [id, low, high] = [idOf('c', pair, 5), idOf('p', pair, 5), idOf('p', pair + 1, 5)];
    const [last, at] = [(pair / 2 + 1) * messages, 1_700_000_000_000];
    thread.run(id, low, high, `Message ${messages - 1}`, at + messages - 1, last, at);
    for (let number = 0; number < messages; number += 1) {
      const sender = number % 3 === 0 ? low : high;
      insert.run(`${id}-${idOf('m', number, 5)}`, id, sender, `Message ${number}`, at + number);
    }
  }
}

function idOf(kind: string, number: number, digits: number): string {
  return `${kind}-${String(number).padStart(digits, '0')}`;
}

function dayAt(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
}
