import { foundHousehold, type Household, SETTINGS } from '../household.ts';
import { inParallel } from '../moments.ts';
import { onInstall } from '../people.ts';
import type { Server } from '../server.ts';
import { type TracedCall, trace } from '../trace.ts';
import type { Proof, Seen, Size } from './promise.ts';

const EXTENT = { short: { alone: 30, together: 150 }, full: { alone: 500, together: 5_000 } };
const AT_ONCE = 50;

/**
 * The proof does not cut the power. The system calls show the same: the server sends each acknowledgement after
 * an fsync that began after its request arrived, and that fsync covers everything in the log.
 */
export const powerCut: Proof = {
  name: 'power-cut',
  promise: 'An acknowledged write survives a power failure',
  demanded: 'at least one fsync for each write alone, and for each group of them, before any of its answers',
  short: true,
  measure: size => onInstall(SETTINGS, server => measured(server, size)),
};

async function measured(server: Server, size: Size): Promise<Seen> {
  const { alone, together } = EXTENT[size];
  const household = await foundHousehold(server, 4);
  const first = await trace(server.pid());
  if (!first) return { measured: 'strace is missing, or may not look at a process here', kept: null };
  await write(household, 'alone', alone, 1);
  const one = judge(await first.end(), 'alone', alone);
  const second = await trace(server.pid());
  if (!second) throw new Error('strace looked on once, and then no more');
  await write(household, 'together', together, AT_ONCE);
  const many = judge(await second.end(), 'together', together);
  const early = [...one.early, ...many.early];
  return {
    measured: `${one.syncs} fsyncs for ${alone} writes one after another, ${many.syncs} for ${together} of which ${AT_ONCE} came at once; ${early.length} answers left before theirs${early.length > 0 ? `: ${early[0]}` : ''}`,
    kept: early.length === 0 && one.syncs >= alone && many.syncs >= Math.ceil(together / AT_ONCE),
  };
}

async function write({ everybody }: Household, name: string, count: number, width: number): Promise<void> {
  const titles = Array.from({ length: count }, (_, number) => marked(name, number));
  await inParallel(width, titles, async (title, at) => {
    await everybody[at % everybody.length]?.calls.task.create.mutate({ title, dueDate: '2030-01-31' });
  });
}

/** Words that stand in nothing but one request and its answer. */
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
    const answered = said.find(call => /^(write|writev|sendto)$/.test(call.name));
    if (!asked || !answered) throw new Error(`the request or the answer of “${words}” was not seen`);
    return !isSynced(writes, syncs, asked.ended, answered.began);
  });
  return { syncs: syncs.length, early };
}

/** The last fsync before the answer began after the request, and after the last that was written to the log. */
function isSynced(writes: TracedCall[], syncs: TracedCall[], asked: number, answered: number): boolean {
  const sync = syncs.findLast(({ ended }) => ended < answered);
  const written = writes.findLast(({ began }) => began < answered);
  return sync !== undefined && sync.began > asked && (written === undefined || written.ended < sync.began);
}
