import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPushKey } from '../core/push/push-keys.ts';
import { createPusher } from '../core/push/pusher.ts';
import { MINUTE, type NotifyWorld, notifyWorld } from '../notify/testing.ts';
import { openPushService, type PushService, trust } from './testing.ts';

let service: PushService;
let household: NotifyWorld;

beforeEach(async () => {
  service = await openPushService();
  trust(service);
  const key = createPushKey();
  const pusher = createPusher({ key, subject: 'https://onus.example', trusted: [service.host] });
  household = await notifyWorld({ pusher });
});

afterEach(async () => {
  await household.close();
  await service.close();
});

function titles(): string[] {
  return service.pushes.map(({ message }) => message.notification.title);
}

/** Ben's phone is refused, and he waits for one push message. */
async function refusedPhone(answer: number, retryAfter: string): Promise<void> {
  const { ben, after, task } = household;
  const phone = service.subscribe();
  const { endpoint, keys } = phone;
  await ben.call.push.subscribe({ endpoint, keys, name: 'Phone' });
  await ben.call.notify.update({ kinds: { assigned: ['push'] } });
  Object.assign(phone, { answer, retryAfter });
  await task();
  await after(MINUTE);
  phone.answer = 201;
}

test.each([
  ['seconds', 429, () => '1800'],
  ['a date', 503, () => new Date(Date.now() + 30 * MINUTE).toUTCString()],
])('a push service that names %s is left alone for so long', async (_name, status, retryAfter) => {
  const { after } = household;
  await refusedPhone(status, retryAfter());
  await after(25 * MINUTE);
  expect(titles()).toEqual([]);
  await after(6 * MINUTE);
  expect(titles()).toEqual(['Ana assigned you a task']);
});

test.each([
  [429, '86400'],
  [503, 'Fri, 31 Dec 9999 23:59:59 GMT'],
  [503, '9'.repeat(400)],
])('%i with Retry-After: %s is tried again after an hour', async (status, retryAfter) => {
  const { after } = household;
  await refusedPhone(status, retryAfter);
  await after(55 * MINUTE);
  expect(titles()).toEqual([]);
  await after(6 * MINUTE);
  expect(titles()).toEqual(['Ana assigned you a task']);
});

test.each([
  [503, 'soon'],
  [503, '-1800'],
  [503, 'Thu, 01 Jan 1970 00:00:00 GMT'],
  [500, '1800'],
])('%i with Retry-After: %s is tried again as without it', async (status, retryAfter) => {
  await refusedPhone(status, retryAfter);
  await household.after(MINUTE);
  expect(titles()).toEqual(['Ana assigned you a task']);
});
