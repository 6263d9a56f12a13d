import { once } from 'node:events';
import { readAudit } from '@onus/api/admin/audit/list';
import { createSystemScope } from '@onus/api/core/scope';
import type { AppRouter } from '@onus/api/root';
import { createTRPCClient, createWSClient, TRPCClientError, wsLink } from '@trpc/client';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { startServer, type TestServer } from '../server.ts';

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const server = await startServer(settings);
  onTestFinished(() => server.close());
  return server;
}

/** The statuses of so many tries at a link over one socket, which says it was forwarded for an address. */
async function triesOver(server: TestServer, forwardedFor: string, times: number): Promise<Set<number>> {
  class Proxied extends WebSocket {
    constructor(url: string | URL) {
      super(url, { headers: { 'x-forwarded-for': forwardedFor } });
    }
  }
  const socket = createWSClient({
    url: `${server.url.replace('http', 'ws')}/trpc`,
    WebSocket: Proxied as unknown as typeof globalThis.WebSocket,
  });
  const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });
  const statuses = new Set<number>();
  for (let n = 0; n < times; n++) {
    const failed = await client.auth.activate.mutate({ token: 'x', password: 'long enough' }).catch(e => e);
    if (failed instanceof TRPCClientError) statuses.add(failed.data?.httpStatus);
  }
  socket.close();
  return statuses;
}

test('behind a trusted proxy each socket counts for the address it was opened from', async () => {
  const server = await serverWith({ TRUST_PROXY: 'loopback' });
  expect(await triesOver(server, '198.51.100.1', 30)).toEqual(new Set([400]));
  expect(await triesOver(server, '203.0.113.9, 198.51.100.1', 1)).toEqual(new Set([429]));
  expect(await triesOver(server, '198.51.100.1, 198.51.100.2', 1)).toEqual(new Set([400]));
});

test('a proxy that is not trusted changes nothing', async () => {
  const server = await serverWith({ TRUST_PROXY: '10.0.0.0/8' });
  expect(await triesOver(server, '198.51.100.1', 30)).toEqual(new Set([400]));
  expect(await triesOver(server, '198.51.100.2', 1)).toEqual(new Set([429]));
});

test.each(['/trpc', '/socket.io/?EIO=4&transport=websocket'])(
  'a page of another site at %s is told of',
  async path => {
    const server = await serverWith({ TRUST_PROXY: 'loopback' });
    const { db, clock } = server.services;
    const headers = { origin: 'https://evil.example', 'x-forwarded-for': '198.51.100.3' };
    const socket = new WebSocket(server.url.replace('http', 'ws') + path, { headers });
    const [error] = await once(socket, 'error');
    expect(error.message).toContain('403');
    expect(readAudit(db, createSystemScope(clock()), { limit: 10 })).toMatchObject([
      {
        event: 'socket.refused',
        refused: true,
        address: '198.51.100.3',
        detail: { from: 'https://evil.example' },
      },
    ]);
  },
);
