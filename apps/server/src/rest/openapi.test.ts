import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { routes } from './routes.ts';

test('the committed document is the one the table makes; `vitest -u` writes it again', async () => {
  const document = `${JSON.stringify(openApiDocument(routes), null, 2)}\n`;
  await expect(document).toMatchFileSnapshot('../../../../docs/openapi.json');
});

test('every operation has an id of its own, an answer, and tells what it takes', () => {
  const { paths } = openApiDocument(routes) as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.values(paths).flatMap(methods => Object.entries(methods));
  expect(operations).toHaveLength(routes.length);
  expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(routes.length);
  for (const [method, { summary, responses, requestBody }] of operations) {
    expect(summary).not.toBe('');
    expect(Object.keys(responses)[0]).toMatch(/^20[014]$/);
    expect(method !== 'put' || requestBody !== undefined).toBe(true);
  }
});

interface Operation {
  operationId: string;
  summary: string;
  responses: Record<string, unknown>;
  requestBody?: unknown;
}
