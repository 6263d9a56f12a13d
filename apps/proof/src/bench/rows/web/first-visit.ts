import type { Row } from '../../bench.ts';
import { ms } from '../../load/format.ts';

/** What `apps/web/e2e/first-visit.ts` measures: milliseconds, and a number of requests. */
export interface FirstVisit {
  landing: number;
  login: number;
  submit: number;
  tasks: number;
  chain: number;
}

const MOST: FirstVisit = { landing: 1_800, login: 1_500, submit: 900, tasks: 2_200, chain: 3 };

/** A first visit with an empty cache, on a slow phone. */
export function firstVisitRows(seen: FirstVisit): Row[] {
  return [
    row('First visit, Slow 4G, CPU ÷ 4: largest paint of the landing page', seen.landing, MOST.landing),
    row('First visit, Slow 4G, CPU ÷ 4: login form painted', seen.login, MOST.login),
    row('First visit, Slow 4G, CPU ÷ 4: Submit to the list', seen.submit, MOST.submit),
    row('First visit, Slow 4G, CPU ÷ 4: /dash/tasks with a session, list painted', seen.tasks, MOST.tasks),
    {
      operation: 'First visit, Slow 4G, CPU ÷ 4: /dash/tasks, requests one after the other until then',
      ours: String(seen.chain),
      target: `≤ ${MOST.chain}`,
      holds: seen.chain <= MOST.chain,
    },
  ];
}

function row(operation: string, time: number, most: number): Row {
  return { operation, ours: ms(time), target: `≤ ${ms(most)}`, holds: time <= most };
}
