import type { Bench } from './bench.ts';
import { measureLive } from './rows/capacity/live.ts';
import { measureMemory } from './rows/capacity/memory.ts';
import { measureMixed } from './rows/capacity/mixed.ts';
import { measureOneMachine } from './rows/capacity/one-machine.ts';
import { measureRestart } from './rows/capacity/restart.ts';
import { measureTenMillion } from './rows/capacity/ten-million.ts';
import { measureChart } from './rows/requests/chart.ts';
import { measureCompression } from './rows/requests/compression.ts';
import { measureGrowth } from './rows/requests/growth.ts';
import { measureJsonServer } from './rows/requests/json-server.ts';
import { measureLogins } from './rows/requests/logins.ts';
import { measureRest } from './rows/requests/rest.ts';
import { measureSearch } from './rows/requests/search.ts';
import { measureTrpc } from './rows/requests/trpc.ts';
import { measureWholeList } from './rows/requests/whole-list.ts';
import { measureClone } from './rows/startup/clone.ts';
import { measureStart } from './rows/startup/start.ts';
import { measureLighthouse } from './rows/web/lighthouse.ts';
import { measureTaps } from './rows/web/taps.ts';
import { measureWeb } from './rows/web/web.ts';

/** All benchmarks, in the order of the table. */
export const BENCHES: readonly Bench[] = [
  { name: 'rest', measure: measureRest },
  { name: 'trpc', measure: measureTrpc },
  { name: 'compression', measure: measureCompression },
  { name: 'json-server', measure: measureJsonServer },
  { name: 'growth', measure: measureGrowth },
  { name: 'ten-million', measure: measureTenMillion },
  { name: 'chart', measure: measureChart },
  { name: 'search', measure: measureSearch },
  { name: 'whole-list', measure: measureWholeList },
  { name: 'live', measure: measureLive },
  { name: 'memory', measure: measureMemory },
  { name: 'start', measure: measureStart },
  { name: 'logins', measure: measureLogins },
  { name: 'mixed', measure: measureMixed },
  { name: 'one-machine', measure: measureOneMachine },
  { name: 'restart', measure: measureRestart },
  { name: 'web', long: true, measure: measureWeb },
  { name: 'taps', long: true, measure: measureTaps },
  { name: 'lighthouse', long: true, measure: measureLighthouse },
  { name: 'clone', long: true, measure: measureClone },
];
