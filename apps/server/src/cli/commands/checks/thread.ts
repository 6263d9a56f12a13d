import { BUSY_THREAD } from '@onus/contract/admin/thread-use';
import { HIGHEST_THREAD_USE, THREAD_USE } from '../../../http/metric-names.ts';
import { type Finding, finding } from './finding.ts';

/** Milliseconds. */
const TIMEOUT = 5_000;

/**
 * How busy a running server is, by its metrics. Nothing in its first minute, and where it shows this machine no metrics.
 * @param origin where it answers.
 */
export async function checkThread(origin: string, token: string | undefined): Promise<Finding[]> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  // That the server answers is another check.
  const metrics = await fetch(`${origin}/metrics`, { headers, signal: AbortSignal.timeout(TIMEOUT) })
    .then(response => response.text())
    .catch(() => '');
  const lastMinute = figureOf(metrics, THREAD_USE);
  const busiestMinute = figureOf(metrics, HIGHEST_THREAD_USE);
  if (Number.isNaN(lastMinute + busiestMinute)) return [];
  const said = `${percent(lastMinute)} of its thread in the last minute, ${percent(busiestMinute)} in the busiest minute of a day`;
  if (busiestMinute < BUSY_THREAD) return [finding('ok', 'load', said)];
  const advice = `above ${percent(BUSY_THREAD)} calls wait for each other; see "Capacity" in docs/operations.md`;
  return [finding('warn', 'load', `${said}; ${advice}`)];
}

/** NaN for none. */
function figureOf(metrics: string, name: string): number {
  const line = metrics.split('\n').find(one => one.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? Number.NaN);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
