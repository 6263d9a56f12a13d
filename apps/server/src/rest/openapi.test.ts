import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { routes } from './routes.ts';

test('the committed document matches the table; run this file with `--update` to write it', async () => {
  const document = `${JSON.stringify(await openApiDocument(routes), null, 2)}\n`;
  await expect(document).toMatchFileSnapshot('../../../../docs/openapi.json');
});

test('every operation has an id, a response and its inputs', async () => {
  const { paths } = (await openApiDocument(routes)) as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.values(paths).flatMap(methods => Object.entries(methods));
  expect(operations).toHaveLength(routes.length);
  expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(routes.length);
  for (const [method, { summary, responses, requestBody }] of operations) {
    expect(summary).not.toBe('');
    expect(Object.keys(responses)[0]).toMatch(/^20[014]$/);
    expect(method !== 'put' || requestBody !== undefined).toBe(true);
  }
});

test('every operation says which scope a personal token needs', async () => {
  const { paths } = (await openApiDocument(routes)) as { paths: Record<string, Record<string, Operation>> };
  const scopesOf = (path: string, method: string) =>
    paths[path]?.[method]?.security.flatMap(({ personalToken = [] }) => personalToken);
  expect(scopesOf('/tasks', 'get')).toEqual(['read', 'tasks']);
  expect(scopesOf('/manager/tasks', 'post')).toEqual(['tasks']);
  expect(scopesOf('/groceries', 'patch')).toEqual(['groceries']);
  expect(scopesOf('/conversations/{id}', 'patch')).toEqual(['messages']);
  expect(scopesOf('/users', 'post')).toEqual([]);
  expect(paths['/users']?.post?.security).toEqual([{ bearer: [] }]);
  expect(paths['/auth']?.post?.security).toEqual([]);
});

interface Operation {
  security: { personalToken?: string[] }[];
  operationId: string;
  summary: string;
  responses: Record<string, unknown>;
  requestBody?: unknown;
}
