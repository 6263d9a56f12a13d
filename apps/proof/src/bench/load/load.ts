import autocannon from 'autocannon';
import { median, quantile } from '../../lib/statistics.ts';
import type { Effort, Lab } from '../lab/lab.ts';
import type { Call } from './operations.ts';

/** What a server did under load. Times in milliseconds. */
export interface Load {
  /** Responses a second. */
  rate: number;
  p50: number;
  p99: number;
}

/** A server under load, and its number of concurrent connections. */
export interface Side {
  url: string;
  connections: number;
  /** The requests that each connection repeats. */
  calls: Call[][];
  /** The position of each connection. The next round continues from there. */
  asked: number[];
}

export function sideOf(url: string, connections: number, callsOf: (connection: number) => Call[]): Side {
  const all = Array.from({ length: connections }, (_, connection) => connection);
  return { url, connections, calls: all.map(callsOf), asked: all.map(() => 0) };
}

/**
 * Measures the sides in turns, round after round, so that a slow moment of the machine affects all of them. Returns the
 * median of the rounds without the first one, which warms up.
 */
export async function interleaved<Name extends string>(
  { rounds, effort }: Pick<Lab, 'rounds' | 'effort'>,
  sides: Record<Name, Side>,
): Promise<Record<Name, Load>> {
  const names = Object.keys(sides) as Name[];
  const seen = new Map<Name, Load[]>(names.map(name => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const load = await loaded(sides[name], effort);
      if (round >= 0) seen.get(name)?.push(load);
    }
  }
  const middle = names.map(name => [name, middleOf(seen.get(name) ?? [])]);
  return Object.fromEntries(middle) as Record<Name, Load>;
}

/** @throws if a response is not a success. A refusal is fast and would improve the figure. */
export function loaded(side: Side, effort: Effort): Promise<Load> {
  const { url, connections } = side;
  const { promise, resolve, reject } = Promise.withResolvers<Load>();
  const times: number[] = [];
  let began = 0;
  let ended = 0;
  let next = 0;
  const run = autocannon(
    {
      url,
      connections,
      ...('seconds' in effort ? { duration: effort.seconds } : { amount: effort.responses }),
      sampleInt: 50,
      setupClient: client => goOn(side, client, next++ % connections),
    },
    (error, { errors, timeouts, non2xx }) => {
      const failed = errors + timeouts + non2xx;
      if (error || failed > 0 || times.length === 0) {
        return reject(error ?? new Error(`${failed} of ${times.length} responses of ${url} were no success`));
      }
      const rate = (times.length / (ended - began)) * 1000;
      resolve({ rate, p50: median(times), p99: quantile(times, 0.99) });
    },
  );
  run.on('response', (_client, _status, _bytes, time) => {
    ended = performance.now();
    // autocannon counts in whole milliseconds, which is too coarse here.
    began ||= ended - time;
    times.push(time);
  });
  return promise;
}

function goOn({ calls, asked }: Side, client: autocannon.Client, connection: number): void {
  const all = calls[connection] ?? [];
  const before = (asked[connection] ?? 0) % all.length;
  client.setRequests([...all.slice(before), ...all.slice(0, before)]);
  client.on('response', () => {
    asked[connection] = (asked[connection] ?? 0) + 1;
  });
}

function middleOf(loads: readonly Load[]): Load {
  return {
    rate: median(loads.map(one => one.rate)),
    p50: median(loads.map(one => one.p50)),
    p99: median(loads.map(one => one.p99)),
  };
}
