import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/**
 * Measures the share of all processors that other programs use.
 * @param pids the processes that do not count as others.
 * @returns the share so far, from 0 to 1; 0 if the system does not report it.
 */
export function watchOtherCpuUse(pids: readonly number[]): () => number {
  const [before, oursBefore] = [allTimes(), oursOf(pids)];
  return () => {
    const [now, ours] = [allTimes(), oursOf(pids)];
    if (ours === null || oursBefore === null) return 0;
    const busy = now.busy - before.busy - (ours - oursBefore);
    return Math.max(0, busy / (now.all - before.all));
  };
}

/** Milliseconds of all processors together. */
function allTimes(): { busy: number; all: number } {
  const times = cpus().map(cpu => cpu.times);
  const busy = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0);
  return { busy, all: times.reduce((sum, { idle }) => sum + idle, busy) };
}

function oursOf(pids: readonly number[]): number | null {
  try {
    return pids.reduce((sum, pid) => sum + timeOf(pid), 0);
  } catch {
    return null;
  }
}

/** Linux counts units of 10 ms, after the process name, which ends at the last bracket. */
function timeOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}
