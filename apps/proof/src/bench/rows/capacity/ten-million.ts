import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrateDb } from '@onus/db/migrate';
import { closeDb, openDb } from '@onus/db/open';
import { seconds } from '../../../lib/duration.ts';
import { operatorCommand, runOperatorCommand } from '../../../lib/server/onus-command.ts';
import type { Row } from '../../bench.ts';
import type { Lab } from '../../lab/lab.ts';
import { ms, whole } from '../../load/format.ts';
import { loaded, type Side, sideOf } from '../../load/load.ts';
import { eachNew, restCall } from '../../load/operations.ts';
import { chartRow } from '../requests/chart.ts';
import { growthRows, type OpenedData, openData, tasksIn } from '../requests/growth.ts';
import { searchRows } from '../requests/search.ts';
import { startRow } from '../startup/start.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../../../../drizzle', import.meta.url));
/** What most migrations of a large table cost: a new column with a value in every row, and an index. */
const MIGRATION = `ALTER TABLE task ADD bench text;--> statement-breakpoint
UPDATE task SET bench = due_day;--> statement-breakpoint
CREATE INDEX task_bench ON task (bench, id);`;
/** Others may wait no longer for a call while a copy is made. Milliseconds. */
const MOST_MS = 50;

/** One file with far more than an installation is meant for: what calls take, and what its operator waits for. */
export async function measureTenMillion(lab: Lab): Promise<Row[]> {
  const { few, huge } = lab.sizes;
  const [small, large] = [await openData(lab, few), await openData(lab, huge)];
  const { server, people } = large;
  const tasks = tasksIn(huge);
  return [
    ...(await growthRows(lab, small, large)),
    ...(await searchRows(
      lab,
      `${tasks} tasks`,
      server.url,
      people.map(({ token }) => token),
    )),
    await chartRow(lab, server.url, `a manager, in ${whole(huge.people / (huge.household ?? 1))} households`),
    await startRow(lab, server, tasks),
    ...(await backupRows(lab, large)),
    await doctorRow(large),
    await migrationRow(large),
  ];
}

/** A backup while the server runs, and how long the calls of others take during it. */
async function backupRows(lab: Lab, { server, people, size }: OpenedData): Promise<Row[]> {
  const side = sideOf(server.url, 1, connection =>
    eachNew(
      people.map(person => restCall('list of today', person)),
      connection,
    ),
  );
  const file = join(server.dataDir, 'copy.sqlite');
  const began = performance.now();
  let took = 0;
  const copied = runOperatorCommand(server.dataDir, ['backup', file]).then(() => {
    took = performance.now() - began;
  });
  const slowest = await slowestUntil(() => took > 0, side, lab);
  await copied;
  const { size: bytes } = await stat(file);
  await rm(file);
  return [
    {
      operation: `Backup of ${tasksIn(size)} tasks, checked`,
      ours: seconds(took),
      ...measured(gigabytes(bytes)),
    },
    {
      operation: 'List of today during this backup, p99 of the slowest round',
      ours: ms(slowest),
      target: `≤ ${MOST_MS} ms`,
      holds: slowest <= MOST_MS,
    },
  ];
}

/** At least one round. @returns its p99 in milliseconds */
async function slowestUntil(isOver: () => boolean, side: Side, { effort }: Lab): Promise<number> {
  let slowest = 0;
  do slowest = Math.max(slowest, (await loaded(side, effort)).p99);
  while (!isOver());
  return slowest;
}

/** Its check of the file reads all of it. It does not contact the push services. */
async function doctorRow({ server, size }: OpenedData): Promise<Row> {
  const began = performance.now();
  const { out } = await operatorCommand(server.dataDir, ['doctor'], '', { PUSH: 'off' });
  const took = performance.now() - began;
  if (!/^ok +integrity/m.test(out)) throw new Error(`onus doctor did not find the file sound: ${out}`);
  return { operation: `\`onus doctor\` on ${tasksIn(size)} tasks`, ours: seconds(took), ...measured() };
}

/** As a start of a newer version runs it, before it listens. */
async function migrationRow({ server, size }: OpenedData): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'onus-migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  const last = entries.at(-1);
  const entry = { ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_bench' };
  await writeFile(journal, JSON.stringify({ ...rest, entries: [...entries, entry] }));
  await writeFile(join(folder, '9999_bench.sql'), MIGRATION);
  await server.stop();
  const began = performance.now();
  const db = openDb(server.file);
  migrateDb(db, folder);
  closeDb(db);
  const took = performance.now() - began;
  await rm(folder, { recursive: true });
  return {
    operation: `Migration that writes each of ${tasksIn(size)} tasks and indexes them`,
    ours: seconds(took),
    ...measured(),
  };
}

function measured(comparedWith?: string): Pick<Row, 'comparedWith' | 'target' | 'holds'> {
  return { ...(comparedWith && { comparedWith }), target: 'measured', holds: true };
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
