import { expect, it } from 'vitest';
import { createLazyModule } from './lazy-module.ts';

it('a part is asked for once it is known', async () => {
  let loads = 0;
  const part = createLazyModule(async () => ({ load: ++loads }));
  expect(part.loaded.get()).toBeNull();
  expect(await part.fetch()).toEqual({ load: 1 });
  expect(await part.fetch()).toEqual({ load: 1 });
  expect(part.loaded.get()).toEqual({ load: 1 });
});

it('a part that did not come is a failure, and is asked for again', async () => {
  const answers = [undefined, { name: 'chart' }];
  const part = createLazyModule(async () => answers.shift());
  await expect(part.fetch()).rejects.toThrow(TypeError);
  expect(part.loaded.get()).toBeNull();
  expect(await part.fetch()).toEqual({ name: 'chart' });
});

it('callers that ask while a part loads continue in the order in which they asked', async () => {
  // Vite waits for the other files of a chunk only in the first import of it, so a second import could be faster.
  const [slow, fast] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const loads = [slow.promise, fast.promise];
  const part = createLazyModule(async () => loads.shift());
  const order: string[] = [];
  const both = ['first', 'second'].map(async caller => {
    await part.fetch();
    order.push(caller);
  });
  fast.resolve('chart');
  await new Promise(setImmediate);
  slow.resolve('chart');
  await Promise.all(both);
  expect(order).toEqual(['first', 'second']);
  expect(loads).toHaveLength(1);
});

it('a part whose load throws is asked for again', async () => {
  const answers = [Promise.reject(new TypeError('Failed to fetch')), Promise.resolve({ name: 'chart' })];
  const part = createLazyModule(() => answers.shift() ?? Promise.resolve(undefined));
  await expect(part.fetch()).rejects.toThrow(TypeError);
  expect(await part.fetch()).toEqual({ name: 'chart' });
});

it('a part that failed for several callers is loaded once more for all of them', async () => {
  let loads = 0;
  const second = Promise.withResolvers<string>();
  const part = createLazyModule(() => (++loads === 1 ? Promise.resolve(undefined) : second.promise));
  // Each tries again as soon as it has failed.
  const both = [1, 2].map(() => part.fetch().catch(() => part.fetch()));
  await new Promise(setImmediate);
  const third = part.fetch();
  second.resolve('chart');
  expect(await Promise.all([...both, third])).toEqual(['chart', 'chart', 'chart']);
  expect(loads).toBe(2);
});
