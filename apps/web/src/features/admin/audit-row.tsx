import type { AppRouter } from '@onus/api/root';
import { sentenceOf } from '@onus/contract/audit/sentence';
import type { inferProcedureOutput } from '@trpc/server';
import { KeyRound, Link, LogIn, LogOut, type LucideIcon, ShieldAlert, UserRound } from 'lucide-react';
import { timeHere } from '../../lib/dates.ts';

export type Entry = inferProcedureOutput<AppRouter['audit']['list']>['items'][number];

/** One event as a sentence. Refusals are highlighted. */
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
          <time dateTime={at}>{timeHere(at)}</time>
          {address && ` · ${address}`}
        </p>
      </div>
    </li>
  );
}

/** Isolates names, so that their text direction does not affect the sentence. */
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
