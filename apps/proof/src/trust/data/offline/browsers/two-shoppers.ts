import type { Page } from '@playwright/test';
import { callsOf } from '../../../../lib/client/trpc-client.ts';
import { createCheckout } from '../../../../lib/server/checkout.ts';
import type { Server } from '../../../../lib/server/server.ts';
import { exceptions } from '../../../../lib/statistics.ts';
import { type Account, addMember, register } from '../../../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../../../proof.ts';
import { type Play, settle, withPlay } from './play.ts';
import { itemsOn } from './screens.ts';
import { add, oneMore, press } from './taps.ts';

/** How many items there are, and what each of the two ticks off, counts up and adds. The first rows are met by both. */
const EXTENT = {
  short: { items: 24, ticks: 8, more: 6, added: 2 },
  full: { items: 60, ticks: 20, more: 15, added: 5 },
};
type Extent = (typeof EXTENT)[Size];

export const twoShoppers: Proof = {
  name: 'two-shoppers',
  guarantee: 'Two people can shop together offline',
  target:
    '2 phones, 40 taps each offline on one list of 60 items, then both online: one list with every tap in it, no dialog; with an app that sends the new amount instead of the change, taps are lost',
  // The journey apps/web/e2e/shop.spec.ts does the same with fewer taps, and starting four browsers takes long.
  short: false,
  measure: proven,
};

/**
 * What a tap on the stepper sends, as it is in the build, and what an app sends that does not merge: the amount that
 * its person sees.
 */
const CHANGE = /\{id:(\w+),name:(\w+)\}=(\w+),([^;]{0,80}?)(["'`])grocery\.adjust\5,\{id:\1,by:(\w+)\}/;
const AMOUNT = '{id:$1,name:$2,count:shown}=$3,$4"grocery.update",{id:$1,count:shown+$6}';

async function proven(size: Size): Promise<Result> {
  const extent = EXTENT[size];
  const taps = (extent.ticks + extent.more + extent.added) * 2;
  const checkout = await createCheckout();
  try {
    const { wrong, waiting, areApart, longest } = await shopWith(extent);
    await checkout.breakApp(CHANGE, AMOUNT);
    const control = await shopWith(extent, checkout.server);
    return {
      measured: `${exceptions(wrong, taps, 'taps went wrong')}; ${waiting.join(' and ')} operations waited, and the lists ${areApart ? 'differed' : 'were equal'}; one list ${longest} ms after both were connected again; with an app that sends the new amount ${control.wrong.length} lines were wrong`,
      holds: wrong.length === 0 && areApart && sumOf(waiting) === taps && isOnlyOfAmounts(control.wrong),
    };
  } finally {
    await checkout.remove();
  }
}

async function shoppers(server: Server, items: number): Promise<Account[]> {
  const ana = await register(server, 'Ana', 'Manager');
  const { grocery } = callsOf(server.url, ana.token);
  for (let number = 0; number < items; number += 1) await grocery.create.mutate({ name: nameOf(number) });
  return [ana, await addMember(server, ana, 'Ben')];
}

interface Trip {
  wrong: string[];
  /** Operations of each phone before it was connected again. */
  waiting: number[];
  areApart: boolean;
  longest: number;
}

/** @param bundle the server of another build; the shipped one by default. */
function shopWith(extent: Extent, bundle?: string): Promise<Trip> {
  const people = (server: Server) => shoppers(server, extent.items);
  return withPlay(people, play => shopped(play, extent), {
    tabs: ['/dash/groceries'],
    ...(bundle && { bundle }),
  });
}

async function shopped(play: Play, extent: Extent): Promise<Trip> {
  const [ana, ben] = play.phones;
  const [left, right] = [ana?.tabs[0], ben?.tabs[0]];
  if (!ana || !ben || !left || !right) throw new Error('two phones are needed');
  for (const phone of [ana, ben]) await phone.setOffline(true);
  await Promise.all([shop(left, extent, 'Ana', 0), shop(right, extent, 'Ben', 1)]);
  const waiting = await Promise.all([ana, ben].map(async phone => (await phone.note()).waiting));
  const areApart = (await itemsOn(left)).join() !== (await itemsOn(right)).join();
  const wrong = await settle(play);
  const shown = [await itemsOn(left), await itemsOn(right)];
  const wanted = expectedList(extent);
  for (const [place, list] of shown.entries()) {
    wrong.push(...wanted.filter(line => !list.includes(line)).map(line => `phone ${place} lacks ${line}`));
    wrong.push(...list.filter(line => !wanted.includes(line)).map(line => `phone ${place} shows ${line}`));
  }
  for (const page of [left, right]) {
    if (await page.getByRole('dialog').count()) wrong.push('a dialog is open');
    if (await page.getByText('Not saved').count()) wrong.push('something was not saved');
  }
  return { wrong, waiting, areApart, longest: play.longest };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Whether the control has shown the fault that it has, and no other. */
function isOnlyOfAmounts(wrong: readonly string[]): boolean {
  return wrong.length > 0 && wrong.every(line => /^phone \d (lacks|shows) Item-/.test(line));
}

/** @param place 0 or 1: half of the rows that the two meet are the same. */
async function shop(page: Page, extent: Extent, who: string, place: number): Promise<void> {
  const { items, ticks, more, added } = extent;
  for (const number of rangeOf(0, ticks, place)) await press(page, `Tick off ${nameOf(number)}`);
  for (const number of rangeOf(items / 2, more, place)) await oneMore(page, nameOf(number));
  for (let number = 0; number < added; number += 1) await add(page, `${who}-${number}`);
}

function rangeOf(from: number, length: number, place: number): number[] {
  const first = from + place * Math.floor(length / 2);
  return Array.from({ length }, (_, number) => first + number);
}

function expectedList({ items, ticks, more, added }: Extent): string[] {
  const ticked = new Set([0, 1].flatMap(place => rangeOf(0, ticks, place)));
  const counted = [0, 1].flatMap(place => rangeOf(items / 2, more, place));
  const rows = Array.from({ length: items }, (_, number) => {
    const count = 1 + counted.filter(one => one === number).length;
    return `${nameOf(number)} ${count} ${ticked.has(number)}`;
  });
  const both = ['Ana', 'Ben'].flatMap(who =>
    Array.from({ length: added }, (_, number) => `${who}-${number} 1 false`),
  );
  return [...rows, ...both].sort();
}

function nameOf(number: number): string {
  return `Item-${String(number).padStart(2, '0')}`;
}
