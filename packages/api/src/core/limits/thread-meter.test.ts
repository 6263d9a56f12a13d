import { expect, test } from 'vitest';
import { createThreadMeter } from './thread-meter.ts';

/** Minutes of a thread that was busy for a share of each. */
function meterOf() {
  const spent = { active: 0, idle: 0 };
  const meter = createThreadMeter(() => ({ ...spent, utilization: 0 }));
  function pass(busy: number): void {
    spent.active += 60_000 * busy;
    spent.idle += 60_000 * (1 - busy);
  }
  return {
    meter,
    pass,
    minute(busy: number): void {
      pass(busy);
      meter.sample();
    },
  };
}

test('the use of the thread is of the last minute and the busiest one, and not of the start', () => {
  const { meter, pass, minute } = meterOf();
  pass(1);
  meter.begin();
  expect(meter.use()).toBe(null);
  minute(0.25);
  expect(meter.use()).toEqual({ lastMinute: 0.25, busiestMinute: 0.25 });
  minute(0.75);
  minute(0.5);
  expect(meter.use()).toEqual({ lastMinute: 0.5, busiestMinute: 0.75 });
});

test('a busy minute is forgotten after a day', () => {
  const { meter, minute } = meterOf();
  minute(0.75);
  for (let minutes = 1; minutes < 24 * 60; minutes += 1) minute(0.25);
  expect(meter.use()?.busiestMinute).toBe(0.75);
  minute(0.25);
  expect(meter.use()?.busiestMinute).toBe(0.25);
});
