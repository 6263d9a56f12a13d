import type { Bench } from './bench.ts';
import { measureChart } from './rows/chart.ts';
import { measureClone } from './rows/clone.ts';
import { measureGrowth } from './rows/growth.ts';
import { measureJsonServer } from './rows/json-server.ts';
import { measureLighthouse } from './rows/lighthouse.ts';
import { measureLive } from './rows/live.ts';
import { measureLogins } from './rows/logins.ts';
import { measureMemory } from './rows/memory.ts';
import { measureMixed } from './rows/mixed.ts';
import { measureOneMachine } from './rows/one-machine.ts';
import { measureRest } from './rows/rest.ts';
import { measureStart } from './rows/start.ts';
import { measureTrpc } from './rows/trpc.ts';
import { measureWeb } from './rows/web.ts';
import { measureWholeList } from './rows/whole-list.ts';

/** Everything that is fast on purpose, in the order of the table. */
export const BENCHES: readonly Bench[] = [
  { name: 'rest', measure: measureRest },
  { name: 'trpc', measure: measureTrpc },
  { name: 'json-server', measure: measureJsonServer },
  { name: 'growth', measure: measureGrowth },
  { name: 'chart', measure: measureChart },
  { name: 'whole-list', measure: measureWholeList },
  { name: 'live', measure: measureLive },
  { name: 'memory', measure: measureMemory },
  { name: 'start', measure: measureStart },
  { name: 'logins', measure: measureLogins },
  { name: 'mixed', measure: measureMixed },
  { name: 'one-machine', measure: measureOneMachine },
  { name: 'web', long: true, measure: measureWeb },
  { name: 'lighthouse', long: true, measure: measureLighthouse },
  { name: 'clone', long: true, measure: measureClone },
];
