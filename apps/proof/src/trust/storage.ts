import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Refusal, refusalOf, rest } from '../calls.ts';
import { faultsOf } from '../copy.ts';
import { median, quantile } from '../figures.ts';
import { lostOf, tasksOf } from '../found.ts';
import { foundHousehold, type Person, SETTINGS } from '../household.ts';
import type { Acknowledged } from '../journal.ts';
import { onInstall } from '../people.ts';
import type { Server } from '../server.ts';
import { smallDisk } from '../small-disk.ts';
import type { Proof, Seen, Size } from './promise.ts';

const WRITES = { short: 10, full: 100 };
/** Enough to fill what is left of any log. */
const MOST_TO_FILL = 4_000;
const LONG = 'x'.repeat(5_000);
/** Milliseconds a read may take beside a write that waits in vain. */
const STALL = 1_000;

const DEMANDED = 'writes 503 with a message, reads go on, recovers without a restart';

export const lockedFile: Proof = {
  name: 'locked-file',
  promise: 'The server survives a locked file',
  demanded: DEMANDED,
  short: true,
  measure: size =>
    onInstall(SETTINGS, server =>
      amidTrouble(server, size, () => {
        const other = new DatabaseSync(server.file);
        other.exec('begin immediate');
        return { how: 'another process holds the file', end: () => other.close() };
      }),
    ),
};

export const fullDisk: Proof = {
  name: 'full-disk',
  promise: 'The server survives a full disk',
  demanded: DEMANDED,
  short: true,
  async measure(size) {
    const disk = await smallDisk();
    const amidst = (server: Server) => amidTrouble(server, size, () => disk.fill(server));
    try {
      return await onInstall(SETTINGS, amidst, { dataDir: join(disk.folder, 'data') });
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

/** Writes and reads before, in the middle of and after what keeps the server from writing. */
async function amidTrouble(
  server: Server,
  size: Size,
  begin: () => Trouble | Promise<Trouble>,
): Promise<Seen> {
  const { manager } = await foundHousehold(server, 1);
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
  const lost = await lostOf([manager], acknowledged);
  const there = (await tasksOf(manager.calls)).length;
  await server.kill();
  const faults = [...(await faultsOf(server.file)), ...lost.map(what => `lost: ${what}`)];
  if (there !== acknowledged.length) faults.push(`${there} tasks instead of ${acknowledged.length}`);
  const longest = quantile(times, 1);
  return {
    measured: `${how}: ${refused.length} of ${amid.length} writes refused, ${wrong.length} of them otherwise than 503; ${failed} of ${times.length} reads failed${size === 'full' ? `, p50 ${median(times).toFixed(1)} ms, longest ${longest.toFixed(0)} ms` : ''}; ${after === 'done' ? 'writes again' : 'does not write again'}; ${faults.length} faults in the file${faults.length > 0 ? `; ${faults[0]}` : ''}`,
    kept:
      refused.length > 0 &&
      wrong.length + failed + faults.length === 0 &&
      times.length > 0 &&
      after === 'done' &&
      (size === 'short' || longest <= STALL),
  };
}

/** There may be room for some more. */
async function untilRefused(write: (words: string) => Promise<Outcome>): Promise<void> {
  for (let at = 0; at < MOST_TO_FILL; at++) if ((await write(`fill ${at}`)) !== 'done') return;
  throw new Error(`${MOST_TO_FILL} writes were accepted`);
}

async function tryTo(by: Person, title: string): Promise<Outcome> {
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
async function readOn(by: Person, isOver: () => boolean): Promise<{ times: number[]; failed: number }> {
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
