import { messageOf } from '../../lib/message.ts';
import { createPart } from '../../lib/part.ts';
import { POLLED } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Late } from '../../ui/late.tsx';

/** The drawing library comes with the chart and with nothing else. */
const chart = createPart(() => import('./bar-chart.tsx'));

/** Spec 2, bar chart: what was to be done in the last six months, and what of it was. A bar opens its tasks. */
export function TaskOverview() {
  const { data, error, refetch } = trpc.manager.chart.useQuery(undefined, POLLED);
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
      <div className="h-64">
        {error && !data ? (
          <ErrorNote message={messageOf(error)} onRetry={() => refetch()} />
        ) : (
          <Late part={chart} waiting={LOADING}>
            {({ BarChart }) => (data ? <BarChart months={data} /> : LOADING)}
          </Late>
        )}
      </div>
    </section>
  );
}

function Legend() {
  return (
    <ul className="flex gap-5 text-small">
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="size-3 rounded-tick bg-brand" />
        Complete
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="size-3 rounded-tick bg-slate" />
        Incomplete
      </li>
    </ul>
  );
}

const LOADING = <p className="grid h-full place-items-center text-ink-soft">Loading...</p>;
