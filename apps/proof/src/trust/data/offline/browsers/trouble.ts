import { setTimeout as sleep } from 'node:timers/promises';
import { withinTime } from '../../../../lib/concurrency.ts';
import type { Server } from '../../../../lib/server/server.ts';
import type { Phone } from './phone.ts';
import type { Play } from './play.ts';

/**
 * Cuts every connection, and the server and one of the browsers crash and come back.
 * @param upgrade puts another build in the place of the one that is served, while the server is down.
 */
export async function breakThings(play: Play, upgrade: (() => Promise<void>) | null): Promise<void> {
  const { random, server, network, phones } = play;
  await sleep(500 + random(1_500));
  network.cutAll();
  await server.kill();
  await upgrade?.();
  await sleep(random(1_500));
  await server.start();
  await sleep(random(1_000));
  const phone = phones[random(phones.length)];
  await phone?.note().catch(() => {});
  await phone?.kill();
  await phone?.start();
  play.kills += 2;
  if (upgrade) await changeToNewest(play, BUSY);
}

/** Whether every tab of a browser runs the build that the server has. */
export async function isNewest({ tabs }: Phone, server: Server): Promise<boolean> {
  const page = await fetch(`${server.url}/login`, { headers: { accept: 'text/html' } });
  const script = startOf(await page.text());
  const shown = await Promise.all(tabs.map(async tab => startOf(await tab.content())));
  return script !== undefined && shown.every(one => one === script);
}

/** Each person looks for a newer version and takes the offer. It hides while they type. @param patience milliseconds. */
export async function changeToNewest({ phones, server }: Play, patience: number): Promise<void> {
  await Promise.all(phones.map(phone => changeToNewer(phone, server, patience)));
}

/** A tap that a fault has stopped leaves text in a field or a dialog open, and the offer waits for it. */
export async function discardTyped({ phones }: Play): Promise<void> {
  for (const tab of phones.flatMap(({ tabs }) => tabs)) {
    const cancel = tab.getByRole('dialog').getByRole('button', { name: 'Cancel' });
    if (await cancel.isVisible()) await cancel.click().catch(() => {});
    const box = tab.getByLabel('Message', { exact: true });
    if (await box.isVisible()) await box.fill('').catch(() => {});
  }
}

async function changeToNewer(phone: Phone, server: Server, patience: number): Promise<void> {
  const end = performance.now() + patience;
  while (performance.now() < end && !(await isNewest(phone, server).catch(() => false))) {
    await withinTime(takeOffer(phone), TURN).catch(() => {});
    await sleep(200);
  }
}

/** The offer may be in one tab only: one with unsent text stays as it is until that is sent. */
async function takeOffer(phone: Phone): Promise<void> {
  await phone.setOffline(false);
  const [tab] = phone.tabs;
  await tab?.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await Promise.any(phone.tabs.map(one => one.getByRole('button', { name: 'New version · Reload' }).click()));
}

/** Milliseconds. */
const BUSY = 20_000;
const TURN = 20_000;

/** The script that a page starts with. Its name changes with its content. */
function startOf(html: string): string | undefined {
  return /\/assets\/start-[^"]+\.js/.exec(html)?.[0];
}
