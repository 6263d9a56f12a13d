import { z } from 'zod';
import type { Row } from './row.ts';

type Json = Record<string, unknown>;

const PROBLEM = z.object({ message: z.string(), code: z.string() });

const REFUSALS: Record<string, string> = {
  400: 'A value is not acceptable; the message names it',
  401: 'No credential',
  403: 'A bad, expired or revoked token, or a role that may not',
  404: 'It does not exist, or is not yours',
  409: 'A clash with what is there',
  429: 'Too many attempts; see Retry-After',
};

/** The OpenAPI 3.1 document of the table: paths, inputs and answers as the procedures have them. */
export function openApiDocument(rows: readonly Row[]): Json {
  const paths: Record<string, Json> = {};
  for (const one of rows) {
    const [method = '', path = ''] = one.at.split(' ');
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(one, method, path) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Onus',
      version: '1',
      description: 'Paths outside /api are served under /api too. Lists are bare arrays.',
    },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    security: [{ bearer: [] }],
    paths,
  };
}

function operation({ does, status, open, body, query, answer }: Row, method: string, path: string): Json {
  return {
    summary: does,
    tags: [path.replace(/^\/api/, '').split('/')[1] ?? ''],
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    ...(open ? { security: [] } : {}),
    parameters: [...pathParameters(path), ...queryParameters(query)],
    ...(body ? { requestBody: { required: true, content: jsonOf(body, 'input') } } : {}),
    responses: {
      [status ?? 200]: {
        description: status === 204 ? 'Done' : 'The answer',
        ...(query ? { headers: { 'X-Total-Count': { schema: { type: 'integer' } } } } : {}),
        ...(answer ? { content: jsonOf(answer, 'output') } : {}),
      },
      ...Object.fromEntries(
        Object.entries(REFUSALS).map(([code, description]) => [
          code,
          { description, content: jsonOf(PROBLEM, 'output') },
        ]),
      ),
    },
  };
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: z.ZodObject | undefined): Json[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: schemaOf(schema as z.ZodType, 'input'),
  }));
}

function jsonOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  return { 'application/json': { schema: schemaOf(schema, io) } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
