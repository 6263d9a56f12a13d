import { inParallel } from '../../lib/concurrency.ts';
import type { Server } from '../../lib/server/server.ts';
import { withServer } from '../../lib/users/accounts.ts';
import { createHousehold, type Household, SETTINGS } from '../../lib/users/household.ts';
import type { Proof, Result, Size } from '../proof.ts';
import { type TracedCall, trace } from './system-call-trace.ts';

const EXTENT = { short: { alone: 15, together: 100 }, full: { alone: 500, together: 5_000 } };
const AT_ONCE = 50;

/**
 * The proof does not cut the power. The system calls show the same: the server sends each acknowledgement after
 * an fsync that began after its request arrived, and that fsync covers everything in the log.
 */
export const powerCut: Proof = {
  name: 'power-cut',
  guarantee: 'An acknowledged write survives a power failure',
  target: 'at least one fsync for each write alone, and for each group of them, before any of its responses',
  short: true,
  measure: size => withServer(SETTINGS, server => measured(server, size)),
};

async function measured(server: Server, size: Size): Promise<Result> {
  const { alone, together } = EXTENT[size];
  const household = await createHousehold(server, 4);
  const first = await trace(server.pid());
  if (!first) return { measured: 'strace is missing, or may not look at a process here', holds: null };
  await write(household, 'alone', alone, 1);
  const one = judge(await first.end(), 'alone', alone);
  const second = await trace(server.pid());
  if (!second) throw new Error('strace looked on once, and then no more');
  await write(household, 'together', together, AT_ONCE);
  const many = judge(await second.end(), 'together', together);
  const early = [...one.early, ...many.early];
  return {
    measured: `${one.syncs} fsyncs for ${alone} writes one after another, ${many.syncs} for ${together} of which ${AT_ONCE} came at once; ${early.length} responses left before theirs${early.length > 0 ? `: ${early[0]}` : ''}`,
    holds: early.length === 0 && one.syncs >= alone && many.syncs >= Math.ceil(together / AT_ONCE),
  };
}

async function write({ everybody }: Household, name: string, count: number, width: number): Promise<void> {
  const titles = Array.from({ length: count }, (_, number) => marked(name, number));
  await inParallel(width, titles, async (title, at) => {
    await everybody[at % everybody.length]?.calls.task.create.mutate({ title, dueDate: '2030-01-31' });
  });
}

/** A text that occurs only in one request and its response. */
function marked(name: string, number: number): string {
  return `power ${name} ${number} cut`;
}

function judge(calls: TracedCall[], name: string, count: number): { syncs: number; early: string[] } {
  const log = calls.filter(({ target }) => target.endsWith('onus.sqlite-wal'));
  const syncs = log.filter(call => call.name.endsWith('sync'));
  const writes = log.filter(call => call.name.startsWith('pwrite'));
  const talk = new Map<string, TracedCall[]>();
  for (const call of calls.filter(({ target }) => target.startsWith('socket'))) {
    for (const [words] of call.text.matchAll(new RegExp(`power ${name} \\d+ cut`, 'g')))
      talk.set(words, [...(talk.get(words) ?? []), call]);
  }
  const early = Array.from({ length: count }, (_, number) => marked(name, number)).filter(words => {
    const said = talk.get(words) ?? [];
    const asked = said.find(call => /^(read|recvfrom)$/.test(call.name));
    const responded = said.find(call => /^(write|writev|sendto)$/.test(call.name));
    if (!asked || !responded) throw new Error(`the request or the response of “${words}” was not seen`);
    return !isSynced(writes, syncs, asked.ended, responded.began);
  });
  return { syncs: syncs.length, early };
}

/** The last fsync before the response started after the request and after the last write to the log. */
function isSynced(writes: TracedCall[], syncs: TracedCall[], asked: number, responded: number): boolean {
  const sync = syncs.findLast(({ ended }) => ended < responded);
  const written = writes.findLast(({ began }) => began < responded);
  return sync !== undefined && sync.began > asked && (written === undefined || written.ended < sync.began);
}
