import type { Row } from '../bench.ts';
import type { Load } from './load.ts';

/** Formats figures for the table. */
export function perSecond({ rate }: Load): string {
  return `${whole(rate)}/s`;
}

/** The same compared with a peer whose statements SQLite plans once. The row has no target. */
export function comparedWithPlannedOnce(
  operation: string,
  peer: string,
  { ours, once }: Record<'ours' | 'once', Load>,
): Row {
  return {
    operation: `${operation}, compared with statements planned once`,
    ours: perSecond(ours),
    comparedWith: `${peer} ${perSecond(once)}`,
    ratio: ours.rate / once.rate,
    target: 'measured',
    holds: true,
  };
}

export function ms(time: number): string {
  return `${time.toFixed(time < 10 ? 2 : 0)} ms`;
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
