import { expect, test } from 'vitest';
import { plainTask, withPlain } from './task.ts';

const values: Record<string, unknown> = Object.fromEntries(
  Object.keys(plainTask.shape).map((name, at) => [name, at]),
);

test('every plain field of a task is copied', () => {
  expect(withPlain(values as never, { id: 'a' })).toEqual({ id: 'a', ...values });
});
