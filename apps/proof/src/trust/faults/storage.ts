import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Refusal, refusalOf, rest } from '../../lib/client/trpc-client.ts';
import { integrityErrors } from '../../lib/server/database-copy.ts';
import type { Server } from '../../lib/server/server.ts';
import { median, quantile } from '../../lib/statistics.ts';
import { withServer } from '../../lib/users/accounts.ts';
import { createHousehold, type HouseholdUser, SETTINGS } from '../../lib/users/household.ts';
import { lostWrites, tasksOf } from '../../lib/writes/lost-writes.ts';
import type { Acknowledged } from '../../lib/writes/write-log.ts';
import type { Proof, Result, Size } from '../proof.ts';
import { smallDisk } from './small-disk.ts';

const WRITES = { short: 10, full: 100 };
/** Enough to fill the rest of any log. */
const MOST_TO_FILL = 4_000;
const LONG = 'x'.repeat(5_000);
/** Milliseconds: the longest that a read may take while a write waits. */
const STALL = 1_000;

const TARGET = 'writes 503 with a message, reads go on, recovers without a restart';

export const lockedFile: Proof = {
  name: 'locked-file',
  guarantee: 'The server survives a locked file',
  target: TARGET,
  short: true,
  isWaiting: true,
  measure: size =>
    withServer(SETTINGS, server =>
      amidTrouble(server, size, () => {
        const other = new DatabaseSync(server.file);
        other.exec('begin immediate');
        return { how: 'another process holds the file', end: () => other.close() };
      }),
    ),
};

export const fullDisk: Proof = {
  name: 'full-disk',
  guarantee: 'The server survives a full disk',
  target: TARGET,
  short: true,
  async measure(size) {
    const disk = await smallDisk();
    const amidst = (server: Server) => amidTrouble(server, size, () => disk.fill(server));
    try {
      return await withServer(SETTINGS, amidst, { dataDir: join(disk.folder, 'data') });
    } finally {
      await disk.remove();
    }
  },
};

interface Trouble {
  how: string;
  end: () => void | Promise<void>;
}

type Outcome = Refusal | 'done';

/** Writes and reads before, during and after the fault that prevents writes. */
async function amidTrouble(
  server: Server,
  size: Size,
  begin: () => Trouble | Promise<Trouble>,
): Promise<Result> {
  const { manager } = await createHousehold(server, 1);
  const acknowledged: Acknowledged[] = [];
  const write = async (words: string): Promise<Outcome> => {
    const outcome = await tryTo(manager, words);
    if (outcome === 'done') acknowledged.push({ kind: 'task', by: manager, words });
    return outcome;
  };
  await write('before');
  const { how, end } = await begin();
  let isOver = false;
  const reading = readOn(manager, () => isOver);
  await untilRefused(write);
  const amid: Outcome[] = [];
  for (let at = 0; at < WRITES[size]; at++) amid.push(await write(`amid ${at}`));
  isOver = true;
  const { times, failed } = await reading;
  await end();
  // Nothing restarts the server here, so only the same process can write this.
  const after = await write('after');
  const refused = amid.filter(outcome => outcome !== 'done');
  const wrong = refused.filter(({ status, message }) => status !== 503 || !/again/.test(message));
  const lost = await lostWrites([manager], acknowledged);
  const there = (await tasksOf(manager.calls)).length;
  await server.kill();
  const faults = [...(await integrityErrors(server.file)), ...lost.map(what => `lost: ${what}`)];
  if (there !== acknowledged.length) faults.push(`${there} tasks instead of ${acknowledged.length}`);
  const longest = quantile(times, 1);
  return {
    measured: `${how}: ${refused.length} of ${amid.length} writes refused, ${wrong.length} of them otherwise than 503; ${failed} of ${times.length} reads failed${size === 'full' ? `, p50 ${median(times).toFixed(1)} ms, longest ${longest.toFixed(0)} ms` : ''}; ${after === 'done' ? 'writes again' : 'does not write again'}; ${faults.length} faults in the file${faults.length > 0 ? `; ${faults[0]}` : ''}`,
    holds:
      refused.length > 0 &&
      wrong.length + failed + faults.length === 0 &&
      times.length > 0 &&
      after === 'done' &&
      (size === 'short' || longest <= STALL),
  };
}

/** Some more writes may still fit. */
async function untilRefused(write: (words: string) => Promise<Outcome>): Promise<void> {
  for (let at = 0; at < MOST_TO_FILL; at++) if ((await write(`fill ${at}`)) !== 'done') return;
  throw new Error(`${MOST_TO_FILL} writes were accepted`);
}

async function tryTo(by: HouseholdUser, title: string): Promise<Outcome> {
  try {
    await by.calls.task.create.mutate({ title, text: LONG, dueDate: '2030-01-31' });
    return 'done';
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) return refusal;
    throw error;
  }
}

/** Reads one list after another, as long as it takes. */
async function readOn(
  by: HouseholdUser,
  isOver: () => boolean,
): Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  let failed = 0;
  while (!isOver()) {
    const begun = performance.now();
    await rest(by, 'GET', '/groceries').catch(() => {
      failed += 1;
    });
    times.push(performance.now() - begun);
  }
  return { times, failed };
}
