import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';

export function Badge({ tone = 'neutral', children }: { tone?: 'neutral' | 'brand'; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 shrink-0 items-center rounded-full px-2 font-medium text-small',
        tone === 'brand' ? 'bg-brand-wash text-brand-strong' : 'bg-hover text-ink-soft',
      )}
    >
      {children}
    </span>
  );
}

/** How many wait, on a fill; nothing when none do. */
export function CountBadge({ count, label }: { count: number; label?: string | undefined }) {
  if (count <= 0) return null;
  return (
    <span className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-full bg-brand-strong px-1 font-semibold text-on-fill text-tiny">
      <span aria-hidden={label ? true : undefined}>{count > 99 ? '99+' : count}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

type PersonBadgeProps = {
  /** Decides the colour: the same person looks the same everywhere. */
  id: string;
  name: string;
  /** Oneself: reads "ME". */
  me?: boolean | undefined;
  size?: 'small' | 'normal' | 'large';
  /** Beside the written name: then the badge says nothing to those who listen. */
  decorative?: boolean;
};

export function PersonBadge({ id, name, me, size = 'small', decorative }: PersonBadgeProps) {
  const box = cx(
    'inline-grid shrink-0 select-none place-items-center rounded-full font-semibold',
    PERSON_SIZES[size],
  );
  if (me) {
    return (
      <span title={name} className={cx(box, 'bg-brand-wash text-brand-strong')}>
        ME
      </span>
    );
  }
  return (
    <span title={decorative ? undefined : name} data-tone={toneOf(id)} className={box}>
      <span aria-hidden="true">{initials(name)}</span>
      {!decorative && <span className="sr-only">{name}</span>}
    </span>
  );
}

const PERSON_SIZES = { small: 'size-6 text-tiny', normal: 'size-8 text-small', large: 'size-10 text-body' };
const TONES = 9;

/** First letters of the first and the last word, by whole characters. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    word => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toLocaleUpperCase() || '?';
}

function toneOf(id: string): number {
  let hash = 0;
  for (const char of id) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) % TONES;
}
