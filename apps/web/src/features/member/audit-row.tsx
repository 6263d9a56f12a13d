import type { AppRouter } from '@onus/api/root';
import { sentenceOf } from '@onus/contract/audit-sentence';
import type { inferProcedureOutput } from '@trpc/server';
import { KeyRound, Link, LogIn, LogOut, type LucideIcon, ShieldAlert, UserRound } from 'lucide-react';
import { timeOf } from '../../lib/times.ts';

export type Entry = inferProcedureOutput<AppRouter['audit']['list']>['items'][number];

/** One event as a sentence; what was refused stands out, for that is what an Admin looks for. */
export function AuditRow({ entry }: { entry: Entry }) {
  const { at, event, refused, address } = entry;
  const Icon = refused ? ShieldAlert : (ICONS[event.split('.')[0] ?? ''] ?? UserRound);
  return (
    <li className="flex gap-3 border-line border-b py-3 last:border-b-0">
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-5 shrink-0 ${refused ? 'text-warn' : 'text-ink-soft'}`}
      />
      <div className="min-w-0">
        <p>{sentence(entry)}</p>
        <p className="text-ink-soft text-small">
          <time dateTime={at}>{timeOf(Date.parse(at))}</time>
          {address && ` · ${address}`}
        </p>
      </div>
    </li>
  );
}

/** Names are set apart, and turn the direction of reading of nothing but themselves. */
function sentence(entry: Entry) {
  return sentenceOf(entry).map((part, place) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a sentence never change places.
      <bdi key={place} className="font-semibold">
        {part.said}
      </bdi>
    ),
  );
}

const ICONS: Record<string, LucideIcon> = {
  login: LogIn,
  logout: LogOut,
  session: LogOut,
  password: KeyRound,
  link: Link,
};
