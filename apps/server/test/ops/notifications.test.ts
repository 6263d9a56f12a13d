import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPushService } from '@onus/api/push/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { folder, startProcess } from '../process.ts';

vi.setConfig({ testTimeout: 60_000 });

type Running = Awaited<ReturnType<typeof startProcess>>;

/** A server with push messages on, and the push service that it trusts. */
async function withPush() {
  const service = await openPushService();
  onTestFinished(() => service.close());
  const certificate = join(folder(), 'root.pem');
  writeFileSync(certificate, service.certificate);
  const settings = { PUSH: 'on', PUSH_HOSTS: service.host, NODE_EXTRA_CA_CERTS: certificate };
  return { service, running: await startProcess(folder(), settings) };
}

/** Somebody who writes to somebody with a device that wants messages. */
async function thread({ send }: Running, device: object) {
  const ana = { name: 'Ana', email: 'ana@example.com', password: 'Ana-secret', roles: 'Manager' };
  const { accessToken: boss } = (await send('POST', '/api/users/', { body: ana })).body;
  const ben = { name: 'Ben', email: 'ben@example.com', password: 'Member1!' };
  const { body } = await send('POST', '/users', { token: boss, body: ben });
  const signedIn = await send('POST', '/auth', { body: ben });
  const token = signedIn.body.accessToken;
  await send('POST', '/trpc/push.subscribe', { token, body: { ...device, name: 'Phone' } });
  await send('POST', '/trpc/notify.update', { token, body: { kinds: { message: ['push'] } } });
  return () =>
    send('POST', '/trpc/chat.start', {
      token: boss,
      body: { users: [body.user.id], message: 'Dinner?' },
    });
}

/** The metrics, once they have a line. */
async function metricsWith({ url }: Running, line: string): Promise<string> {
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    if (metrics.includes(line)) return metrics;
    await wait(100);
  }
}

function delivered(result: string, count: number): string {
  return `onus_notification_deliveries_total{channel="push",result="${result}"} ${count}`;
}

test('a message comes to a phone, is counted, and no word of it is in the log', async () => {
  const { service, running } = await withPush();
  const { endpoint, keys } = service.subscribe();
  const write = await thread(running, { endpoint, keys });
  expect((await write()).status).toBe(200);
  await service.taken(1);
  const [push] = service.pushes;
  expect(push?.message.notification).toMatchObject({ title: 'New message from Ana', body: 'Dinner?' });
  const metrics = await metricsWith(running, delivered('sent', 1));
  expect(metrics).toContain(delivered('failed', 0));
  expect(metrics).toContain('onus_notifications_waiting{channel="push"} 0');
  expect(running.said.out).not.toMatch(/Dinner|"level":50/);
});

test('a push service that fails is tried again, and what waits for it is counted', async () => {
  const { service, running } = await withPush();
  const device = service.subscribe();
  device.answer = 503;
  const write = await thread(running, { endpoint: device.endpoint, keys: device.keys });
  await write();
  const metrics = await metricsWith(running, delivered('retried', 1));
  expect(metrics).toContain('onus_notifications_waiting{channel="push"} 1');
  expect(metrics).toContain(delivered('sent', 0));
  expect(service.pushes).toEqual([]);
});
