import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPushKey } from '../core/push/push-keys.ts';
import { createPusher } from '../core/push/pusher.ts';
import { MINUTE, type NotifyWorld, notifyWorld, runnerOf } from '../notify/testing.ts';
import { admin, type Browser, idOf, testWorld } from '../testing.ts';
import { openPushService, type PushService, type Subscription, trust } from './testing.ts';

const KEY = createPushKey();
let service: PushService;
let household: NotifyWorld;

beforeEach(async () => {
  service = await openPushService();
  trust(service);
  household = await notifyWorld({ pusher: pusherFor(service) });
});

afterEach(async () => {
  await household.close();
  await service.close();
});

function pusherFor({ host }: PushService) {
  return createPusher({ key: KEY, subject: 'https://onus.example', trusted: [host] });
}

async function device(person: Browser, name = 'Phone'): Promise<Subscription> {
  const subscription = service.subscribe();
  const { endpoint, keys } = subscription;
  await person.call.push.subscribe({ endpoint, keys, name });
  return subscription;
}

/** Another browser of a person. */
async function another(of: 'Ben'): Promise<Browser> {
  const browser = household.world.browser();
  const login = { email: `${of.toLowerCase()}@example.com`, password: 'secret' };
  browser.held.accessToken = (await browser.call.auth.login(login)).accessToken;
  return browser;
}

function titles(): string[] {
  return service.pushes.map(({ message }) => message.notification.title);
}

test('a device gets what its owner chose, encrypted, from a sender who signs', async () => {
  const { ben, after, task, world } = household;
  const { endpoint } = await device(ben);
  await ben.call.notify.update({ kinds: { assigned: ['push'] } });
  const { id } = await task({ title: 'Feed the cat' });
  await after(MINUTE);
  const [push, ...none] = service.pushes;
  expect(none).toEqual([]);
  expect(push?.endpoint).toBe(endpoint);
  expect(push?.message).toEqual({
    web_push: 8030,
    notification: {
      title: 'Ana assigned you a task',
      body: expect.stringMatching(/^Feed the cat \(due \d{4}-\d\d-\d\d\)$/),
      navigate: `https://onus.example/dash/tasks?task=${id}`,
      tag: `task-${id}`,
    },
  });
  expect(push?.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm', urgency: 'normal' });
  expect(push?.headers.topic).toMatch(/^[\w-]{32}$/);
  expect(push?.body.includes('Feed')).toBe(false);
  expect(push?.body.length).toBeLessThan(4_096);
  const { publicKey } = await ben.call.push.key();
  expect(push?.sender).toEqual({
    key: publicKey,
    aud: `https://${service.host}`,
    sub: 'https://onus.example',
    exp: expect.any(Number),
  });
  expect(world.deliveries.all()).toEqual([{ channel: 'push', result: 'sent', count: 1 }]);
  const lines = world.db.$client.prepare("select detail from audit where event = 'notification.sent'").all();
  expect(lines).toEqual([{ detail: `{"name":"assigned push","to":"${service.host}"}` }]);
});

test('names only: no text of a message', async () => {
  const { ana, ben, after } = household;
  await device(ben);
  await ben.call.notify.update({ kinds: { message: ['push'] }, namesOnly: true });
  await ana.call.chat.start({ users: [await idOf(ben)], message: 'A secret' });
  await after(MINUTE);
  expect(service.pushes[0]?.message.notification).toMatchObject({ title: 'New message from Ana' });
  expect(JSON.stringify(service.pushes[0]?.message)).not.toContain('secret');
});

test('long texts of any script are cut to what a push service takes', async () => {
  const { ana, ben, after } = household;
  await device(ben);
  await ben.call.notify.update({ kinds: { message: ['push'] } });
  const [thread] = await ana.call.chat.start({ users: [await idOf(ben)], message: 'First' });
  for (const sign of ['x', 'ü', '家', '👩‍👩‍👧', '"', '\\'])
    await ana.call.chat.send({ conversationId: thread?.id ?? '', message: sign.repeat(400) });
  await after(MINUTE);
  expect(service.refused).toEqual([]);
  const [push] = service.pushes;
  expect(push?.body.length).toBeLessThanOrEqual(4_096);
  expect(push?.message.notification.body).toMatch(/^First\nxxx[\s\S]*…$/);
});

test('a device that its push service does not know any more is removed', async () => {
  const { ben, after, task } = household;
  const phone = await device(ben);
  await ben.call.notify.update({ kinds: { assigned: ['push'] } });
  phone.answer = 410;
  await task();
  await after(MINUTE);
  expect(await ben.call.push.list()).toEqual([]);
});

test('a device that fails is tried again, and its owner told; the other one gets it once', async () => {
  const { ben, after, task, world } = household;
  const phone = await device(ben);
  const laptop = await another('Ben');
  await device(laptop, 'Laptop');
  await ben.call.notify.update({ kinds: { assigned: ['push'] } });
  phone.answer = 503;
  await task();
  await after(MINUTE);
  expect(await ben.call.push.list()).toMatchObject([
    { name: 'Phone', current: true, lastError: 'The push service returned 503.' },
    { name: 'Laptop', current: false, lastError: null },
  ]);
  expect(titles()).toEqual(['Ana assigned you a task']);
  phone.answer = 201;
  await after(10 * MINUTE);
  expect(service.pushes.map(({ endpoint }) => endpoint === phone.endpoint)).toEqual([false, true]);
  expect(await ben.call.push.list()).toMatchObject([{ lastError: null }, { lastError: null }]);
  expect(world.deliveries.all()).toContainEqual({ channel: 'push', result: 'retried', count: 1 });
});

test.each([
  ['redirects', 'The push service redirects, which is not followed.'],
  ['informs', 'The push service cannot be reached.'],
  [413, 'The push service returned 413.'],
] as const)('an endpoint that answers "%s" is reported in its own words of ours', async (answer, said) => {
  const { ben, after, task } = household;
  (await device(ben)).answer = answer;
  await ben.call.notify.update({ kinds: { assigned: ['push'] } });
  await task();
  await after(MINUTE);
  expect(await ben.call.push.list()).toMatchObject([{ lastError: said }]);
});

test('an endpoint whose body does not end is not read', async () => {
  const { ben, after, task } = household;
  (await device(ben)).answer = 'endless';
  await ben.call.notify.update({ kinds: { assigned: ['push'] } });
  await task();
  await after(MINUTE);
  expect(await ben.call.push.list()).toMatchObject([{ lastError: null }]);
});

test('an endpoint that does not respond delays no one else', async () => {
  const { ana, ben, task, world } = household;
  (await device(ben)).answer = 'never';
  await device(ana);
  for (const one of [ana, ben])
    await one.call.notify.update({ kinds: { assigned: ['push'], message: ['push'] } });
  await task();
  await ben.call.chat.start({ users: [await idOf(ana)], message: 'Done' });
  world.advance(10_000);
  const runner = runnerOf(world);
  await runner.tick();
  await service.taken(1);
  expect(titles()).toEqual(['New message from Ben']);
  // What is still being sent is written down before the database closes.
  await service.close();
  await runner.idle();
});

test('nothing is sent after a sign-out, the end of a session or a deactivation', async () => {
  const { ana, ben, after, task } = household;
  const id = await idOf(ben);
  const [laptop, tablet] = [await another('Ben'), await another('Ben')];
  for (const one of [ben, laptop, tablet]) await device(one);
  await ben.call.notify.update({ kinds: { assigned: ['push'] } });
  await laptop.call.auth.logout();
  const [other] = (await ben.call.auth.sessions()).filter(one => !one.current);
  await ben.call.auth.signOut({ id: other?.id ?? '' });
  expect(await ben.call.push.list()).toHaveLength(1);
  await task();
  await ana.call.member.update({ id, active: false });
  await after(MINUTE);
  expect(service.pushes).toEqual([]);
  await ana.call.member.update({ id, active: true });
  const back = await another('Ben');
  expect(await back.call.push.list()).toEqual([]);
});

test('a browser that another person signs in to belongs to them alone', async () => {
  const { ana, ben } = household;
  const { endpoint, keys } = await device(ben);
  await ana.call.push.subscribe({ endpoint, keys, name: 'The same' });
  expect(await ben.call.push.list()).toEqual([]);
  expect(await ana.call.push.list()).toMatchObject([{ name: 'The same' }]);
});

test('a session has one device, and a person ten', async () => {
  const { ben } = household;
  await device(ben, 'Old');
  await device(ben, 'New');
  expect(await ben.call.push.list()).toMatchObject([{ name: 'New', current: true, lastError: null }]);
  for (let n = 1; n < 10; n++) await device(await another('Ben'), `${n}`);
  await expect(device(await another('Ben'))).rejects.toMatchObject({ code: 'CONFLICT' });
  const [first] = await ben.call.push.list();
  expect(await ben.call.push.remove({ id: first?.id ?? '' })).toEqual({ id: first?.id });
  await device(await another('Ben'));
  await expect(household.ana.call.push.remove({ id: first?.id ?? '' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a subscription that cannot be used is refused with the name of its field', async () => {
  const { ben } = household;
  const { endpoint, keys } = service.subscribe();
  const tried = (input: object) =>
    ben.call.push.subscribe({ endpoint, keys, name: 'Phone', ...input }).catch(error => error.message);
  const point = Buffer.alloc(65, 4).toString('base64url');
  expect(await tried({ endpoint: 'https://192.168.0.1/x' })).toBe('Endpoint must be a public https address');
  expect(await tried({ keys: { ...keys, auth: 'short' } })).toBe(
    'The key auth must be 16 bytes in base64url',
  );
  expect(await tried({ keys: { ...keys, p256dh: keys.auth } })).toBe(
    'The key p256dh must be 65 bytes in base64url',
  );
  expect(await tried({ keys: { ...keys, p256dh: point } })).toBe('The key p256dh is not a key of P-256');
  expect(await tried({ name: ' ' })).toBe('Name is required');
  expect(await ben.call.push.list()).toEqual([]);
});

test('where push is off nothing can be subscribed, and settings say so', async () => {
  const cara = await testWorld().person('Cara');
  expect(await cara.call.push.key()).toEqual({ publicKey: null });
  expect((await cara.call.notify.settings()).available.push).toBe(false);
  const { endpoint, keys } = service.subscribe();
  await expect(cara.call.push.subscribe({ endpoint, keys, name: 'Phone' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('an Admin tests push with their own devices', async () => {
  const world = testWorld(undefined, { pusher: pusherFor(service), areCommitsSteady: true });
  const dora = await admin(world, 'Dora');
  expect((await dora.call.admin.status()).push).toEqual({ enabled: true });
  await expect(dora.call.admin.testPush()).rejects.toMatchObject({ code: 'CONFLICT' });
  const phone = await device(dora);
  expect(await dora.call.admin.testPush()).toEqual({
    sent: true,
    message: 'A test message was sent to 1 of 1 device.',
  });
  expect(titles()).toEqual(['Test message from Onus']);
  phone.answer = 500;
  expect(await dora.call.admin.testPush()).toEqual({
    sent: false,
    message: 'A test message was sent to 0 of 1 device. The push service returned 500.',
  });
  expect(await dora.call.push.list()).toMatchObject([{ lastError: 'The push service returned 500.' }]);
});
