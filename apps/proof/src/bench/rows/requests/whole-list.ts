import { setTimeout as sleep } from 'node:timers/promises';
import { timed } from '../../../lib/client/latency.ts';
import { median } from '../../../lib/statistics.ts';
import type { Row } from '../../bench.ts';
import { login } from '../../lab/callers.ts';
import type { Lab } from '../../lab/lab.ts';
import { ms, whole } from '../../load/format.ts';
import { ask, type Call } from '../../load/operations.ts';

const MOST_MS = 50;

/** How long other calls wait while one response holds a whole list of very many tasks (rule 4.5). */
export async function measureWholeList(lab: Lab): Promise<Row[]> {
  const { manager } = lab.sizes;
  const { url } = await lab.ours(manager);
  const list: Call = {
    method: 'GET',
    path: '/tasks',
    headers: { authorization: `Bearer ${await login(url, 0)}` },
  };
  const waits: number[] = [];
  for (let round = -1; round < lab.rounds; round += 1) {
    const longest = await longestWait(url, () => readResponse(url, list));
    if (round >= 0) waits.push(longest);
  }
  const wait = median(waits);
  return [
    {
      operation: `Longest wait of others while a whole list of ${whole(manager.tasksEach)} tasks is sent`,
      ours: ms(wait),
      target: `≤ ${MOST_MS} ms`,
      holds: wait <= MOST_MS,
    },
  ];
}

/** Discards the body, so that the measured wait does not include work of this process. */
async function readResponse(url: string, list: Call): Promise<void> {
  const { body } = await ask(url, list);
  await body?.pipeTo(new WritableStream());
}

async function longestWait(url: string, work: () => Promise<void>): Promise<number> {
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    waits.push(await timed(() => ask(url, { method: 'GET', path: '/healthz', headers: {} })));
    await sleep(2);
  }
  await done;
  return Math.max(...waits);
}
