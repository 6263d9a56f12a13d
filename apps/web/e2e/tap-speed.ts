import { chromiumPath } from '@onus/proof/chromium';
import { chromium } from '@playwright/test';
import { percentile } from './slow-phone.ts';
import { measureTaps, type Round, type Taps } from './taps.ts';

/**
 * Measures taps for `pnpm bench` in a real browser and prints one line of JSON: the median of the rounds that count, by
 * round trip time. Another program on the machine slows a minute or two of a round. So some rounds more are measured than
 * count: those in which the bare page was fastest.
 */
const ROUNDS = 5;
const COUNTED = 3;

const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] });
const [near, far]: [Round[], Round[]] = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  near.push(await measured('latency-0'));
  far.push(await measured('latency-400'));
}
await browser.close();
const [at0, at400] = [medianOf(near), medianOf(far)];
const speed = { taps: { 0: at0.taps, 400: at400.taps }, bare: { 0: at0.bare, 400: at400.bare } };
process.stdout.write(`${JSON.stringify(speed)}\n`);

function measured(network: 'latency-0' | 'latency-400'): Promise<Round> {
  return measureTaps((baseURL, options) => browser.newContext({ baseURL, ...options }), network);
}

function medianOf(rounds: readonly Round[]): Round {
  const quiet = rounds.toSorted((one, other) => one.bare - other.bare).slice(0, COUNTED);
  const of = (figure: (round: Round) => number) => percentile(quiet.map(figure), 0.5);
  const action = (name: keyof Taps) => of(({ taps }) => taps[name]);
  return {
    taps: { complete: action('complete'), tick: action('tick'), add: action('add'), send: action('send') },
    bare: of(({ bare }) => bare),
  };
}
