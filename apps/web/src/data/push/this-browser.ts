import { browserName } from '@onus/contract/auth/browser-name';
import { sessionOf, userOf } from '../session/access-token.ts';
import type { AuthClient } from '../session/auth-client.ts';
import { freshToken } from '../session/fresh-token.ts';
import { authClient } from '../session/session.ts';
import { clearMarker, readMarker, writeMarker } from './push-marker.ts';

type Client = Pick<AuthClient, 'push'>;

/** Who is signed in here, and in which session. */
interface Here {
  id: string;
  session: string;
}

/** Whether this browser can get push messages: an iPhone only in the installed app, and no browser that blocks them. */
export type Support = 'yes' | 'installed only' | 'blocked' | 'no';

export function pushSupport(): Support {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return 'standalone' in navigator ? 'installed only' : 'no';
  }
  return Notification.permission === 'denied' ? 'blocked' : 'yes';
}

/**
 * Asks the person, subscribes at the browser's push service and tells the server.
 * @throws Error with a sentence for the person.
 */
export async function turnOn(client: Client): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('This browser did not allow notifications.');
  const [{ publicKey }, token] = await Promise.all([client.push.key.query(), freshToken()]);
  if (publicKey && token) await subscribe(client, hereOf(token), publicKey);
}

/** Ends what {@link turnOn} began here. */
export async function turnOff(): Promise<void> {
  clearMarker();
  await (await subscription())?.unsubscribe();
}

/** Keeps a browser subscribed that gets push messages. Without the server it looks again at the next start. */
export async function keepPush(): Promise<void> {
  const token = await freshToken();
  if (token) await keepOn(authClient, hereOf(token)).catch(() => {});
}

/** @param token the access token. */
function hereOf(token: string): Here {
  return { id: userOf(token).id, session: sessionOf(token) };
}

/**
 * Subscribes again where a browser that got push messages does not any more: after another sign-in, when the browser has
 * changed its address, or when the server has another key. Where the person removed this device elsewhere, it ends.
 */
async function keepOn(client: Client, here: Here): Promise<void> {
  const marker = readMarker();
  if (marker?.user !== here.id || Notification.permission !== 'granted') return;
  const [{ publicKey }, devices] = await Promise.all([client.push.key.query(), client.push.list.query()]);
  if (!publicKey) return;
  const isListed = devices.some(({ current }) => current);
  if (!isListed && marker.session === here.session) return turnOff();
  const known = await subscription();
  const isSame = known?.endpoint === marker.endpoint && isFor(known, publicKey);
  if (!isListed || !isSame) await subscribe(client, here, publicKey);
}

async function subscribe(client: Client, here: Here, publicKey: string): Promise<void> {
  const made = await subscriptionFor(publicKey);
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON();
  const name = browserName(navigator.userAgent);
  await client.push.subscribe.mutate({ endpoint, keys: { p256dh, auth }, name });
  writeMarker({ user: here.id, session: here.session, endpoint });
}

async function subscriptionFor(publicKey: string): Promise<PushSubscription> {
  const known = await subscription();
  if (known && isFor(known, publicKey)) return known;
  await known?.unsubscribe();
  const { pushManager } = await navigator.serviceWorker.ready;
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch {
    throw new Error('This browser cannot reach its push service. Try again later.');
  }
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** A subscription is for one key. */
function isFor({ options: { applicationServerKey } }: PushSubscription, publicKey: string): boolean {
  if (!applicationServerKey) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}
