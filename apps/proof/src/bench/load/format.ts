import type { Row } from '../bench.ts';
import type { Load } from './load.ts';

/** Formats figures for the table. */
export function perSecond({ rate }: Load): string {
  return `${whole(rate)}/s`;
}

/** The same compared with a tuned peer (peers/store.ts). @param least the share of its responses per second. */
export function comparedWithTuned(
  operation: string,
  peer: string,
  least: number,
  { ours, tuned }: Record<'ours' | 'tuned', Load>,
): Row {
  const ratio = ours.rate / tuned.rate;
  return {
    operation: `${operation}, compared with a tuned ${peer}`,
    ours: perSecond(ours),
    comparedWith: `${peer} ${perSecond(tuned)}`,
    ratio,
    target: `≥ ${least} × ${peer}`,
    holds: ratio >= least,
  };
}

export function ms(time: number): string {
  return `${time.toFixed(time < 10 ? 2 : 0)} ms`;
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
