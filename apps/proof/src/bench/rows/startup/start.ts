import { setTimeout as wait } from 'node:timers/promises';
import type { Server } from '../../../lib/server/server.ts';
import { median } from '../../../lib/statistics.ts';
import type { Row } from '../../bench.ts';
import type { Lab } from '../../lab/lab.ts';
import { ms, whole } from '../../load/format.ts';

const MOST_MS = 600;

/** From the start of the process until its health check passes. */
export async function measureStart(lab: Lab): Promise<Row[]> {
  const { reference } = lab.sizes;
  const server = await lab.ours(reference);
  return [await startRow(lab, server, whole(reference.people * reference.tasksEach))];
}

/** @param tasks how many there are, for the table. */
export async function startRow({ rounds }: Lab, server: Server, tasks: string): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await server.stop();
    const began = performance.now();
    const started = server.start();
    await well(`${server.url}/healthz`);
    times.push(performance.now() - began);
    await started;
  }
  const middle = median(times);
  return {
    operation: `Start with ${tasks} tasks`,
    ours: ms(middle),
    target: `≤ ${MOST_MS} ms`,
    holds: middle <= MOST_MS,
  };
}

async function well(url: string): Promise<void> {
  while (true) {
    const response = await fetch(url).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await wait(3);
  }
}
