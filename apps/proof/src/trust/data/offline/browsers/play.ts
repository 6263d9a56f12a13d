import { setTimeout as sleep } from 'node:timers/promises';
import { callsOf } from '../../../../lib/client/trpc-client.ts';
import { waitUntil } from '../../../../lib/concurrency.ts';
import { freePort } from '../../../../lib/free-port.ts';
import { type FaultProxy, startFaultProxy } from '../../../../lib/network/fault-proxy.ts';
import { type Faults, NETWORKS } from '../../../../lib/network/faults.ts';
import { type Random, seededRandom } from '../../../../lib/seeded-random.ts';
import type { Server, ServerOptions } from '../../../../lib/server/server.ts';
import { type Account, addMember, logIn, register, withServer } from '../../../../lib/users/accounts.ts';
import { differencesOf } from './expected.ts';
import type { Stored } from './outbox.ts';
import { beginningOf, Phone } from './phone.ts';
import { itemsOn, seenOn, shownBy, textsOn } from './screens.ts';

const CALM: Faults = NETWORKS['latency-0'];
export const ROUGH: Faults = {
  ...CALM,
  latency: 20,
  lostRequests: 0.25,
  lostResponses: 0.25,
  only: /\/trpc\//,
};

/** A household with its browsers, and all that can go wrong between them. */
export interface Play {
  random: Random;
  server: Server;
  network: FaultProxy;
  phones: readonly Phone[];
  kills: number;
  /** Milliseconds between the last reconnect and equal screens, at the most. */
  longest: number;
}

/** The pages of a browser, one in each tab. */
const TABS = ['/dash/groceries', '/dash/messages'];

/** Starts a server, a network before it and browsers with the app installed; always removes them. */
export async function withPlay<T>(
  people: (server: Server) => Promise<Account[]>,
  work: (play: Play) => Promise<T>,
  { tabs = TABS, ...options }: ServerOptions & { tabs?: readonly string[] } = {},
): Promise<T> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const started = async (server: Server) => {
    const network = await startFaultProxy(server.port, CALM, { port });
    const phones: Phone[] = [];
    try {
      for (const account of await people(server)) phones.push(await Phone.open(account, url, tabs));
      await Promise.all(phones.map(phone => phone.hasShell()));
      return await work({ random: seededRandom(6), server, network, phones, kills: 0, longest: 0 });
    } finally {
      await Promise.all(phones.map(phone => phone.remove()));
      await network.close();
    }
  };
  return withServer({ PUBLIC_URL: url }, started, options);
}

/** Ana has two browsers and Ben one. */
export async function household(server: Server): Promise<Account[]> {
  const ana = await register(server, 'Ana', 'Manager');
  const ben = await addMember(server, ana, 'Ben');
  await callsOf(server.url, ana.token).chat.start.mutate({ users: [ben.id], message: 'Hello' });
  return [ana, await logIn(server, ana), ben];
}

/** Milliseconds after which every screen must be up to date. */
const PATIENCE = 60_000;
/**
 * Milliseconds between two looks at every tab and the database. Looking takes time from the browsers that are looked at,
 * and the pages note their times themselves.
 */
const LOOK_EVERY = 500;
/** Milliseconds in which a page notices that its connection was cut. */
const NOTICED = 300;

/** All is well again. Waits until every screen is right. @returns what is still wrong after a minute. */
export async function settle(play: Play): Promise<string[]> {
  await recover(play);
  const since = performance.now();
  for (;;) {
    const wrong = await differences(play);
    if (wrong.length === 0) play.longest = Math.max(play.longest, await timeToEqual(play));
    if (wrong.length === 0 || performance.now() - since > PATIENCE) return wrong;
    await sleep(LOOK_EVERY);
  }
}

/** Milliseconds from the last reconnect of a tab to the last change on any screen. All are equal. */
async function timeToEqual({ phones }: Play): Promise<number> {
  const seen = await Promise.all(phones.flatMap(({ tabs }) => tabs.map(seenOn)));
  const connected = Math.max(...seen.map(({ liveAt }) => liveAt));
  return Math.max(0, ...seen.map(({ changedAt }) => changedAt - connected));
}

/** Ends the faults, and waits until every tab is connected again. */
export async function recover({ network, phones }: Play): Promise<void> {
  network.faults = CALM;
  network.cutAll();
  await Promise.all(phones.map(phone => phone.setOffline(false)));
  await sleep(NOTICED);
  const rest = async () => {
    await Promise.all(phones.map(phone => phone.logInAgain()));
    return (await Promise.all(phones.map(phone => phone.notLive()))).flat();
  };
  await waitUntil(async () => (await rest()).length === 0, 'Live', { every: LOOK_EVERY }).catch(
    async error => {
      const pages = await Promise.all((await rest()).map(beginningOf));
      throw new Error(`${error.message}: ${pages.join('; ')}`);
    },
  );
}

/** The operations of each browser, in the order in which it stored them. */
export function storedBy(phones: readonly Phone[]): Stored[][] {
  return phones.map(({ stored }) => [...stored.values()].sort((one, other) => one.seq - other.seq));
}

/** Compares the outboxes, the database and the screens. */
async function differences({ server, phones }: Play): Promise<string[]> {
  const outboxes = await Promise.all(phones.map(phone => phone.note()));
  const stored = storedBy(phones);
  const all = stored.flat();
  const deleted = new Set(all.flatMap(({ path, input }) => (path === 'grocery.delete' ? [input.id] : [])));
  const unsent = outboxes.flatMap(({ waiting, refused }, number) => [
    // A change to what another person has deleted is shown to the person who made it.
    ...refused.flatMap(({ path, input, refusal }) =>
      deleted.has(input.id) ? [] : [`browser ${number} was refused ${path}: ${refusal}`],
    ),
    ...(waiting > 0 ? [`${waiting} operations wait in browser ${number}`] : []),
  ]);
  if (unsent.length > 0) return unsent;
  const wrong = await differencesOf(server.file, stored);
  return wrong.length > 0 ? wrong : differentScreens(server, phones);
}

async function differentScreens({ file }: Server, phones: readonly Phone[]): Promise<string[]> {
  const { items, texts } = await shownBy(file);
  const wrong: string[] = [];
  for (const [number, { tabs }] of phones.entries()) {
    const [groceries, messages] = tabs;
    if (groceries && (await itemsOn(groceries)).join() !== items.join())
      wrong.push(`browser ${number} shows another list`);
    if (messages && (await textsOn(messages)).join() !== texts.join())
      wrong.push(`browser ${number} shows other messages`);
  }
  return wrong;
}
