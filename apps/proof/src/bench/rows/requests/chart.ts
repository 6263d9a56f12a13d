import type { Row } from '../../bench.ts';
import { login } from '../../lab/callers.ts';
import type { Lab } from '../../lab/lab.ts';
import { ms, whole } from '../../load/format.ts';
import { interleaved, sideOf } from '../../load/load.ts';

const MOST_MS = 10;

/** The chart of a manager with very many tasks, measured over HTTP. The server itself takes less. */
export async function measureChart(lab: Lab): Promise<Row[]> {
  const { manager } = lab.sizes;
  const { url } = await lab.ours(manager);
  return [await chartRow(lab, url, `a manager with ${whole(manager.tasksEach)} tasks`)];
}

/** The chart of the first person of the data. @param whose for the table. */
export async function chartRow(lab: Lab, url: string, whose: string): Promise<Row> {
  const headers = { authorization: `Bearer ${await login(url, 0)}` };
  const side = sideOf(url, 1, () => [{ method: 'GET', path: '/trpc/manager.chart', headers }]);
  const { ours } = await interleaved(lab, { ours: side });
  return {
    operation: `Chart of ${whose}, median`,
    ours: ms(ours.p50),
    target: `≤ ${MOST_MS} ms`,
    holds: ours.p50 <= MOST_MS,
  };
}
