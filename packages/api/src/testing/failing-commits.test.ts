import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { appRouter } from '../root.ts';
import { OVER_FAILING_COMMITS } from './failing-commits.ts';

const ROOT = new URL('../../../../', import.meta.url);

test('every mutation is called in a suite that runs over failing commits', () => {
  const text = OVER_FAILING_COMMITS.map(path => readFileSync(new URL(path, ROOT), 'utf8')).join('\n');
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  const paths = Object.keys(procedures).filter(path => procedures[path]?._def.type === 'mutation');
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter(path => !text.includes(`.${path}(`))).toEqual([]);
});
