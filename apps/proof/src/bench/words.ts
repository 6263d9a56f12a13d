import type { Load } from './load.ts';

/** Figures as the table says them. */
export function perSecond({ rate }: Load): string {
  return `${whole(rate)}/s`;
}

export function ms(time: number): string {
  return `${time.toFixed(time < 10 ? 2 : 0)} ms`;
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
