import { TOKEN_CALLS } from '@onus/api/core/sessions/token-scopes';
import { z } from 'zod';
import { LongList } from './paging.ts';
import { type Call, type Row, takesKey } from './row.ts';

type Json = Record<string, unknown>;

const PROBLEM = z.object({ message: z.string(), code: z.string() });

const REFUSALS: Record<string, string> = {
  400: 'A value is not acceptable; the message names it',
  401: 'No credential',
  403: 'A bad, expired or revoked token, or a role or a personal token without this permission',
  404: 'The object does not exist, or the caller may not see it',
  409: 'A conflict with the current state',
  429: 'Too many attempts; see Retry-After',
};

/** Of writes with an Idempotency-Key. */
const REUSED = 'The key was used for another request';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any UUID. The same request with the same key is made once, and its response is repeated for 24 hours. Parallel requests with one key get the same response. A refusal is repeated too, unless its status is 401, 429 or 503. With another path, method or body the key is refused with 422.',
  schema: { type: 'string', format: 'uuid' },
};

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'The access token of POST /auth; it is valid for ten minutes',
};

const PERSONAL_TOKEN = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'onus_pat_…',
  description:
    'A personal token, which people create in Settings. An operation lists the scopes of which it needs one; without one it takes no personal token.',
};

/** The OpenAPI 3.1 document of the table: paths, inputs and answers as the procedures have them. */
export async function openApiDocument(rows: readonly Row[]): Promise<Json> {
  const paths: Record<string, Json> = {};
  for (const one of rows) {
    const [method = '', path = ''] = one.at.split(' ');
    const template = path.replace(/:(\w+)/g, '{$1}');
    const scopes = await scopesFor(one);
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(one, method, path, scopes) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Onus',
      version: '1',
      description: 'Paths outside /api are served under /api too. Lists are bare arrays.',
    },
    components: { securitySchemes: { bearer: BEARER, personalToken: PERSONAL_TOKEN } },
    security: [{ bearer: [] }],
    paths,
  };
}

/** The scopes of which a personal token needs one for a row; none where it takes no token. */
export async function scopesFor(row: Row): Promise<readonly string[]> {
  const [procedure] = await calledBy(row);
  const scopes = TOKEN_CALLS[procedure] ?? [];
  return scopes === 'open' ? [] : scopes;
}

/** The procedure a row calls, and the role it demands before: the row is run once on a caller that only listens. */
export async function calledBy(row: Row): Promise<[string, string | undefined]> {
  const called: string[] = [];
  let role: string | undefined;
  const listener = new Proxy({} as Call, {
    get: (_, router: string) =>
      new Proxy(
        {},
        {
          get: (_router, name: string) => async (input?: { role?: string }) => {
            if (name === 'requireRole') role = input?.role;
            else called.push(`${router}.${name}`);
            return name === 'requireRole' ? undefined : Promise.reject(new Error('heard'));
          },
        },
      ),
  });
  const request = { fields: { message: 'x', users: [] }, params: {}, query: {}, id: '' };
  const list = await row.run(listener, request).catch(() => {});
  if (list instanceof LongList) await list.whole().catch(() => {});
  return [called[0] ?? '', role];
}

function operation(row: Row, method: string, path: string, scopes: readonly string[]): Json {
  const { does, status, open, body, query, answer } = row;
  const refusals = takesKey(row) ? { ...REFUSALS, 422: REUSED } : REFUSALS;
  return {
    summary: does,
    tags: [path.replace(/^\/api/, '').split('/')[1] ?? ''],
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    security: open ? [] : [{ bearer: [] }, ...scopes.map(one => ({ personalToken: [one] }))],
    parameters: [
      ...pathParameters(path),
      ...queryParameters(query),
      ...(takesKey(row) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body ? { requestBody: { required: true, content: jsonOf(body, 'input') } } : {}),
    responses: {
      [status ?? 200]: {
        description: status === 204 ? 'Done' : 'The answer',
        ...(query ? { headers: { 'X-Total-Count': { schema: { type: 'integer' } } } } : {}),
        ...(answer ? { content: jsonOf(answer, 'output') } : {}),
      },
      ...Object.fromEntries(
        Object.entries(refusals).map(([code, description]) => [
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
