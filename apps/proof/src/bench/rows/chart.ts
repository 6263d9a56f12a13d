import type { Line } from '../bench.ts';
import type { Lab } from '../lab.ts';
import { interleaved, sideOf } from '../load.ts';
import { login } from '../people.ts';
import { ms, whole } from '../words.ts';

const MOST_MS = 10;

/** The six months of a manager with very many tasks, through the door: the server takes less. */
export async function measureChart(lab: Lab): Promise<Line[]> {
  const { manager } = lab.sizes;
  const server = await lab.ours(manager);
  const headers = { authorization: `Bearer ${await login(server.url, 0)}` };
  const side = sideOf(server.url, 1, () => [{ method: 'GET', path: '/trpc/manager.chart', headers }]);
  const { ours } = await interleaved(lab, { ours: side });
  return [
    {
      operation: `Chart of a manager with ${whole(manager.tasksEach)} tasks, median`,
      ours: ms(ours.p50),
      demanded: `≤ ${MOST_MS} ms`,
      kept: ours.p50 <= MOST_MS,
    },
  ];
}
