import type { Row } from '../bench.ts';
import type { Load } from './load.ts';

/** Ratios of loads vary by so much from one run to the next. */
const MARGIN = 1.15;

/** What a ratio must reach. */
export function atLeast(least: number, ratio: number): Pick<Row, 'ratio' | 'holds' | 'isWithinMargin'> {
  return { ratio, holds: ratio >= least, isWithinMargin: ratio * MARGIN >= least };
}

/** What a ratio must not exceed. */
export function atMost(most: number, ratio: number): Pick<Row, 'ratio' | 'holds' | 'isWithinMargin'> {
  return { ratio, holds: ratio <= most, isWithinMargin: ratio <= most * MARGIN };
}

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
  return {
    operation: `${operation}, compared with a tuned ${peer}`,
    ours: perSecond(ours),
    comparedWith: `${peer} ${perSecond(tuned)}`,
    target: `≥ ${least} × ${peer}`,
    ...atLeast(least, ours.rate / tuned.rate),
  };
}

/** The same for reads of which none is made twice: what a list costs that was not asked for since the last change. */
export function measuredWithTuned(
  operation: string,
  peer: string,
  { ours, tuned }: Record<'ours' | 'tuned', Load>,
): Row {
  return {
    operation: `${operation}, none asked twice, compared with a tuned ${peer}`,
    ours: perSecond(ours),
    comparedWith: `${peer} ${perSecond(tuned)}`,
    ratio: ours.rate / tuned.rate,
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
