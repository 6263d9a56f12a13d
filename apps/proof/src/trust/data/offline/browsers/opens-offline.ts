import type { Page } from '@playwright/test';
import { callsOf } from '../../../../lib/client/trpc-client.ts';
import type { Server } from '../../../../lib/server/server.ts';
import { exceptions } from '../../../../lib/statistics.ts';
import type { Account } from '../../../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../../../proof.ts';
import { household, type Play, withPlay } from './play.ts';

/** Milliseconds in which a screen must be there. The short run counts only the screens that do not open. */
const LIMIT = 1_000;
/** Milliseconds. */
const PATIENCE = 20_000;
/** Milliseconds after which the app has stored what a page has received. */
const STORED = 1_500;
const DAY = 86_400_000;

/** The first page of each area, with a text on it that only the server can have told. */
const AREAS = [
  ['/dash/tasks', 'Due-today'],
  ['/dash/groceries', 'Oat-milk'],
  ['/dash/messages', 'Hello'],
  ['/dash/manager', 'Due-today'],
  ['/dash/settings', 'Where you are signed in'],
] as const;
const TABS = [
  ['/dash/tasks?tab=overdue', 'Due-before'],
  ['/dash/tasks?tab=upcoming', 'Due-later'],
  ['/dash/tasks?tab=complete', 'Done-before'],
  ['/dash/manager?tab=overdue', 'Due-before'],
  ['/dash/manager?tab=upcoming', 'Due-later'],
  ['/dash/manager?tab=complete', 'Done-before'],
  ['/dash/manager?tab=members', 'Ben'],
] as const;
const SCREENS = { short: AREAS, full: [...AREAS, ...TABS] };

export const opensOffline: Proof = {
  name: 'opens-offline',
  guarantee: 'The app opens offline',
  target:
    'installed, all screens visited once: every screen opens from a cold start in ≤ 1 s offline with the last known data; in a browser that was never there none does',
  // The journeys of apps/web/e2e/app-shell.spec.ts open every route without a network, from a cold start.
  short: false,
  measure: size => withPlay(furnished, play => opened(play, size), { tabs: ['/dash/tasks'] }),
};

/** Ana with something on every screen, in two browsers. */
async function furnished(server: Server): Promise<Account[]> {
  const [ana, second] = await household(server);
  if (!ana || !second) throw new Error('Ana is missing');
  const { task, grocery } = callsOf(server.url, ana.token);
  const dueIn = (days: number) => new Date(Date.now() + days * DAY).toISOString();
  const assignees = [ana.id];
  await task.create.mutate({ title: 'Due-today', dueDate: dueIn(0), assignees });
  await task.create.mutate({ title: 'Due-before', dueDate: dueIn(-2), assignees });
  await task.create.mutate({ title: 'Due-later', dueDate: dueIn(2), assignees });
  const done = await task.create.mutate({ title: 'Done-before', dueDate: dueIn(0), assignees });
  await task.update.mutate({ id: done.id, completed: true });
  await grocery.create.mutate({ name: 'Oat-milk' });
  return [ana, second];
}

/** One browser sees every screen, the other one only the first. Then the server stops. */
async function opened({ phones, server, network }: Play, size: Size): Promise<Result> {
  const [visited, control] = phones;
  const [page] = visited?.tabs ?? [];
  if (!visited || !control || !page) throw new Error('two browsers are needed');
  const origin = `http://localhost:${network.port}`;
  for (const [path, text] of SCREENS[size]) {
    await page.goto(origin + path);
    await shows(page, text).waitFor();
    await page.waitForTimeout(STORED);
  }
  for (const phone of phones) await phone.quit();
  await server.stop();
  const wrong: string[] = [];
  const times: number[] = [];
  for (const [path, text] of SCREENS[size]) {
    const cold = await visited.startCold();
    const began = performance.now();
    await cold.goto(origin + path, { waitUntil: 'commit' });
    const isThere = await isShown(cold, text, PATIENCE);
    times.push(Math.round(performance.now() - began));
    if (!isThere || (size === 'full' && (times.at(-1) ?? 0) > LIMIT))
      wrong.push(`${path}: ${times.at(-1)} ms`);
    await visited.quit();
  }
  const other = await control.startCold();
  // The app loads what most pages show by itself, and not what was completed long ago.
  await other.goto(`${origin}/dash/tasks?tab=complete`, { waitUntil: 'commit' });
  const isEmpty = !(await isShown(other, 'Done-before', LIMIT));
  return {
    measured: `${exceptions(wrong, SCREENS[size].length, 'screens did not open')}; the slowest took ${Math.max(...times)} ms; a list that was never looked at was ${isEmpty ? 'not ' : ''}there`,
    holds: wrong.length === 0 && isEmpty,
  };
}

function shows(page: Page, text: string) {
  return page.getByRole('main').getByText(text).first();
}

function isShown(page: Page, text: string, timeout: number): Promise<boolean> {
  return shows(page, text)
    .waitFor({ timeout })
    .then(
      () => true,
      () => false,
    );
}
