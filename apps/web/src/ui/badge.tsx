import { toneOf } from '@onus/contract/people/tone';
import { createAtom, useSelector } from '@tanstack/react-store';
import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';

export function Badge({ tone = 'neutral', children }: { tone?: 'neutral' | 'brand'; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 shrink-0 items-center rounded-full px-2 font-medium text-small',
        tone === 'brand' ? 'text-brand-strong inset-ring inset-ring-brand' : 'bg-hover text-ink-soft',
      )}
    >
      {children}
    </span>
  );
}

/** A count on a filled badge; nothing for 0. */
export function CountBadge({ count, label }: { count: number; label?: string | undefined }) {
  if (count <= 0) return null;
  return (
    <span className="inline-grid h-4.5 min-w-4.5 place-items-center whitespace-nowrap rounded-full bg-brand-strong px-1 font-semibold text-on-fill text-tiny">
      <span aria-hidden={label ? true : undefined}>{count > 99 ? '99+' : count}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

/** The colors of the household, by the id of a person. Others have the color of their id. */
export const tones = createAtom<Readonly<Record<string, number>>>({});

type PersonBadgeProps = {
  /** Determines the color, so that a person looks the same everywhere. */
  id: string;
  name: string;
  /** The current user: reads "ME". */
  me?: boolean | undefined;
  size?: 'small' | 'normal' | 'large';
  /** Hides the badge from screen readers beside the written name. */
  decorative?: boolean;
};

export function PersonBadge({ id, name, me, size = 'small', decorative }: PersonBadgeProps) {
  const tone = useSelector(tones, known => known[id]) ?? toneOf(id);
  const box = cx(
    'inline-grid shrink-0 select-none place-items-center rounded-full font-semibold',
    PERSON_SIZES[size],
  );
  if (me) {
    return (
      <span title={name} className={cx(box, 'bg-slate text-on-fill')}>
        ME
      </span>
    );
  }
  return (
    <span title={decorative ? undefined : name} data-tone={tone} className={box}>
      <span aria-hidden="true">{initials(name)}</span>
      {!decorative && <span className="sr-only">{name}</span>}
    </span>
  );
}

const PERSON_SIZES = { small: 'size-6 text-tiny', normal: 'size-8 text-small', large: 'size-10 text-body' };

/** The first characters of the first and the last word. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    word => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toLocaleUpperCase() || '?';
}
