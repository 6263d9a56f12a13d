import type { PushMessage } from '@onus/contract/notify/push';
import { openPages } from './pages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Milliseconds. A page that says nothing until then is frozen, or has not started. */
const PATIENCE = 1_000;

/** Shows what a push message says. A browser demands a notification for each. */
export function showNotice(data: PushMessageData | null): Promise<void> {
  const { title, body, navigate, tag } = messageOf(data);
  const look = { icon: '/icon-192.png', badge: '/icon-192.png' };
  const { pathname, search } = new URL(navigate, self.location.origin);
  // TypeScript does not know `renotify`: a newer notification in the place of an older one also sounds.
  const more = { renotify: true };
  return self.registration.showNotification(title, {
    ...{ body: body ?? '', tag, data: pathname + search },
    ...look,
    ...more,
  });
}

/** Opens the page that a notification is about: in a page that is open, without loading it again, or in a new one. */
export async function openNotice(notification: Notification): Promise<void> {
  notification.close();
  const path = String(notification.data);
  const pages = await openPages();
  const page = pages.find(({ focused }) => focused) ?? pages.find(isVisible) ?? pages[0];
  if (page && (await goes(page, path))) await page.focus().catch(() => {});
  else await self.clients.openWindow(path);
}

function messageOf(data: PushMessageData | null): PushMessage['notification'] {
  try {
    const message: PushMessage | undefined = data?.json();
    return message?.notification ?? UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

const UNKNOWN = { title: 'Onus', navigate: '/dash/tasks', tag: 'onus' };

function isVisible({ visibilityState }: WindowClient): boolean {
  return visibilityState === 'visible';
}

/** Whether a page has gone there. */
function goes(page: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  page.postMessage(path, [port2]);
  return new Promise(resolve => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), PATIENCE);
  });
}
