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
