import { TOKEN_CALLS } from '@onus/api/core/sessions/token-scopes';
import { appRouter } from '@onus/api/root';
import { TOKEN_SCOPES, type TokenScope } from '@onus/contract/auth/token/token-scope';
import { savedRows } from '@onus/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calledBy } from '../../src/rest/openapi.ts';
import { routes } from '../../src/rest/routes.ts';
import { type Furnished, furnish } from '../rights/furnish.ts';
import { RIGHTS, verdictOf } from '../rights/matrix.ts';
import { socketClient, statusOver } from '../rights/over-socket.ts';
import { CALLERS, type Caller, TARGETS } from '../rights/rule.ts';
import { startServer, type TestServer } from '../server.ts';

/** A token never has more permissions than its owner, and only those of its scopes: at every entry point. */

let server: TestServer;
let ids: Furnished['ids'];
let putBack: () => void;
let calls = 0;
const tokens = new Map<string, string>();
const sockets = new Map<string, ReturnType<typeof socketClient>>();

beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'loopback' });
  const world = await furnish(server);
  ids = world.ids;
  for (const who of CALLERS) {
    for (const scopes of [[...TOKEN_SCOPES], ...TOKEN_SCOPES.map(one => [one])]) {
      const body = { name: `${scopes}`, scopes };
      const made = await server.send('POST', '/trpc/token.create', { token: world.tokens[who] ?? '', body });
      tokens.set(`${who} ${scopes}`, made.body.result.data.token);
    }
    sockets.set(who, socketClient(server.url, tokens.get(`${who} ${TOKEN_SCOPES}`)));
  }
  putBack = savedRows(server.services.db);
}, 60_000);
afterAll(async () => {
  for (const { close } of sockets.values()) close();
  await server.close();
});

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;

/** Whether a token of these scopes may make a call at all. */
function isFor(path: string, scopes: readonly TokenScope[]): boolean {
  const needed = TOKEN_CALLS[path] ?? [];
  return needed === 'open' || scopes.some(one => needed.includes(one));
}

async function overHttp(path: string, token: string | undefined, input: object | undefined) {
  calls += 1;
  const headers = { 'x-forwarded-for': `10.1.${calls >> 8}.${calls & 255}` };
  const options = { headers, ...(token ? { token } : {}) };
  if (procedures[path]?._def.type === 'query') {
    const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    return server.send('GET', `/trpc/${path}${query}`, options);
  }
  return server.send('POST', `/trpc/${path}`, { ...options, body: input ?? {} });
}

describe.each(Object.entries(RIGHTS))('%s with a token', (path, rule) => {
  const targets = rule.unnamed ? (['own'] as const) : TARGETS;

  test('of every scope has the rights of its owner, over HTTP and a WebSocket', async () => {
    const wrong: string[] = [];
    for (const who of CALLERS) {
      for (const target of targets) {
        const input = () => rule.input?.(ids[who][target]);
        const expected = isFor(path, TOKEN_SCOPES) ? verdictOf(rule, who, target) : 403;
        const statuses = [(await overHttp(path, tokens.get(`${who} ${TOKEN_SCOPES}`), input())).status];
        putBack();
        // A socket is no place to sign out or in.
        const client = rule.open === undefined ? sockets.get(who)?.client : undefined;
        if (client) statuses.push(await statusOver(client, path, input()));
        putBack();
        if (statuses.some(status => status !== expected))
          wrong.push(`${who} on ${target}: ${statuses} instead of ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each(TOKEN_SCOPES)('of the scope %s makes only the calls of that scope', async scope => {
    const who: Caller = path.startsWith('manager.') || path.startsWith('member.') ? 'manager' : 'employee';
    const target = targets.find(one => verdictOf(rule, who, one) === 200) ?? 'own';
    const { status, body } = await overHttp(
      path,
      tokens.get(`${who} ${scope}`),
      rule.input?.(ids[who][target]),
    );
    putBack();
    if (isFor(path, [scope])) return expect(status).toBe(verdictOf(rule, who, target));
    expect(status).toBe(403);
    expect(body.error).toMatchObject({ data: { reason: 'FORBIDDEN' } });
    expect(body.error.message).toMatch(/^(?:This token needs the scope|A personal token cannot)/);
  });
});

test.each(routes.map(row => [row.at, row] as const))(
  '%s judges a token as its procedure does',
  async (_at, row) => {
    const [path] = await calledBy(row);
    const rule = RIGHTS[path];
    if (!rule || rule.open !== undefined) return expect(row.open).toBe(true);
    for (const scope of TOKEN_SCOPES) {
      const [method = '', template = ''] = row.at.split(' ');
      const url = template.replace(':dueDate', '2026-01-01').replace(/:\w+/g, 'x');
      const token = tokens.get(`admin ${scope}`) ?? '';
      const { status, body } = await server.send(method, url, {
        token,
        ...(method === 'GET' ? {} : { body: { message: 'x', users: [] } }),
      });
      putBack();
      const isRefused = status === 403 && /^(?:This|A personal) token/.test(body.message);
      expect([scope, isRefused]).toEqual([scope, !isFor(path, [scope])]);
    }
  },
);
