import type { Row } from '../../bench.ts';
import { timeRow } from './time-row.ts';

/** Milliseconds, and a number of requests. */
const MOST = { landing: 1_800, login: 1_500, submit: 900, tasks: 2_200, chain: 3 };

/**
 * A first visit with an empty cache, on a slow phone.
 * @param seen what `apps/web/e2e/first-visit.ts` measures.
 */
export function firstVisitRows(seen: typeof MOST): Row[] {
  return [
    timeRow('First visit, Slow 4G, CPU ÷ 4: largest paint of the landing page', seen.landing, MOST.landing),
    timeRow('First visit, Slow 4G, CPU ÷ 4: login form painted', seen.login, MOST.login),
    timeRow('First visit, Slow 4G, CPU ÷ 4: Submit to the list', seen.submit, MOST.submit),
    timeRow(
      'First visit, Slow 4G, CPU ÷ 4: /dash/tasks with a session, list painted',
      seen.tasks,
      MOST.tasks,
    ),
    {
      operation: 'First visit, Slow 4G, CPU ÷ 4: /dash/tasks, requests one after the other until then',
      ours: String(seen.chain),
      target: `≤ ${MOST.chain}`,
      holds: seen.chain <= MOST.chain,
    },
  ];
}
