import { testWorld } from '@onus/api/testing';
import { testDb } from '@onus/db/testing';
import { exceptions } from '../../../lib/statistics.ts';
import type { Proof, Size } from '../../proof.ts';
import { live, type Stage, zoneOf } from './series-history.ts';

const HISTORIES: Record<Size, number> = { short: 60, full: 10_000 };
const STEPS = 30;
/** Histories per person, because hashing a password takes longer than a history. Each person is in another time zone. */
const ON_ONE_STAGE: Record<Size, number> = { short: 12, full: 250 };

/**
 * The clock of the shipped server cannot be set. So its procedures run here, in this process, on a database
 * of their own and with a clock that moves over years.
 */
export const seriesSchedule: Proof = {
  name: 'series-schedule',
  guarantee: 'Series keep their schedule',
  target:
    'an independent model of the calendar against the procedures by a clock that is moved, 10,000 random histories: 0 differences, at most one open occurrence a series',
  short: true,
  async measure(size) {
    const differences: string[] = [];
    let steps = 0;
    const many = ON_ONE_STAGE[size];
    for (let seed = 0; seed < HISTORIES[size]; seed += many) {
      const stage = await openStage(seed / many);
      for (let one = seed; one < Math.min(seed + many, HISTORIES[size]); one += 1) {
        const outcome = await live(stage, one, STEPS);
        steps += outcome.steps;
        if (outcome.difference !== null) differences.push(outcome.difference);
      }
    }
    const what = `histories of ${STEPS} steps differed (${steps} steps, procedures in this process, clock moved)`;
    return {
      measured: exceptions(differences, HISTORIES[size], what),
      holds: differences.length === 0 && steps > 0,
    };
  },
};

async function openStage(number: number): Promise<Stage> {
  const world = testWorld(testDb(), { firstDay: '2031-01-01' });
  const timeZone = zoneOf(number);
  const dates = new Intl.DateTimeFormat('en-CA', { timeZone });
  return { world, ana: await world.person('Ana', 'User', { timeZone }), dates };
}
