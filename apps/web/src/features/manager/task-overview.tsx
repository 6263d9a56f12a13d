import { IF_MISSING, queries } from '../../data/queries.ts';
import { POLLED } from '../../data/query-client.ts';
import { trpc } from '../../data/trpc.ts';
import { messageOf } from '../../lib/error-message.ts';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { LazyView } from '../../ui/status/lazy-view.tsx';
import { isEmpty, type Month } from './month.ts';

/** Only the chart loads the drawing library. */
const chart = createLazyModule(() => import('./bar-chart.tsx'));

/** Rule 12, bar chart: complete and incomplete tasks of the last six months. A bar opens its tasks. */
export function TaskOverview() {
  const { data, error, refetch } = trpc.manager.chart.useQuery(undefined, POLLED);
  const isLost = error !== null && !data;
  return (
    <section
      aria-labelledby="last-months"
      className="desk:rounded-card desk:bg-surface desk:p-6 desk:inset-ring desk:inset-ring-line"
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="last-months" className="font-semibold text-ink-soft text-small tracking-wide">
          LAST 6 MONTHS
        </h2>
        <Legend />
      </div>
      <div style={{ height: isLost ? undefined : heightOf(data) }}>
        {data?.every(isEmpty) ? (
          <p className="text-ink-soft">No tasks were due in the last six months.</p>
        ) : isLost ? (
          <ErrorNote message={messageOf(error)} onRetry={() => refetch()} />
        ) : (
          <LazyView from={chart} waiting={LOADING}>
            {({ BarChart }) => (data ? <BarChart months={data} /> : LOADING)}
          </LazyView>
        )}
      </div>
    </section>
  );
}

export function prefetchChart(): void {
  void queries.manager.chart.prefetch(undefined, IF_MISSING);
}

/** In pixels: bars of a few tasks need no tall frame. Until it is known, it is that of a household with many. */
function heightOf(months: readonly Month[] | undefined): number | undefined {
  if (!months) return TALLEST;
  if (months.every(isEmpty)) return undefined;
  const most = Math.max(...months.flatMap(({ complete, incomplete }) => [complete, incomplete]));
  return Math.min(112 + 12 * most, TALLEST);
}

const TALLEST = 256;

function Legend() {
  return (
    <ul className="flex gap-5 text-small">
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="size-3 rounded-tick bg-brand forced-color-adjust-none" />
        Complete
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="size-3 rounded-tick bg-slate forced-color-adjust-none" />
        Incomplete
      </li>
    </ul>
  );
}

const LOADING = <p className="grid h-full place-items-center text-ink-soft">Loading...</p>;
