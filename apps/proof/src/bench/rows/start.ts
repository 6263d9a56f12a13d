import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../../figures.ts';
import type { Line } from '../bench.ts';
import type { Lab } from '../lab.ts';
import { ms, whole } from '../words.ts';

const MOST_MS = 600;

/** From the start of the process until it says that it is well. */
export async function measureStart(lab: Lab): Promise<Line[]> {
  const { reference } = lab.sizes;
  const server = await lab.ours(reference);
  const times: number[] = [];
  for (let round = 0; round < lab.rounds; round += 1) {
    await server.stop();
    const began = performance.now();
    const started = server.start();
    await well(`${server.url}/healthz`);
    times.push(performance.now() - began);
    await started;
  }
  const middle = median(times);
  return [
    {
      operation: `Start with ${whole(reference.people * reference.tasksEach)} tasks`,
      ours: ms(middle),
      demanded: `≤ ${MOST_MS} ms`,
      kept: middle <= MOST_MS,
    },
  ];
}

async function well(url: string): Promise<void> {
  while (true) {
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await wait(3);
  }
}
