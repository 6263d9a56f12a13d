import { join } from 'node:path';
import { backUp } from '@onus/db/backup/backup';
import { restore } from '@onus/db/backup/restore';
import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { CALLS, callsOf, holdCode } from './faults.ts';
import { BEN, openHousehold } from './household.ts';
import type { Install } from './install.ts';
import { ANA, addTask, login, register, submitLogin, test } from './journey.ts';
import { createThread } from './thread.ts';

function clocks(page: Page) {
  return page.getByRole('img', { name: 'Waiting to be sent' });
}

function tick(page: Page, name: string) {
  return page.getByRole('button', { name: `Tick off ${name}` });
}

async function quickly(page: Page, line: string): Promise<void> {
  await page.getByLabel('Quick add').fill(line);
  await page.getByLabel('Quick add').press('Enter');
  await expect(page.getByLabel('Quick add')).toHaveValue('');
}

/** Runs in the page: how many operations the browser has stored, of anyone. */
function countQueued(): Promise<number> {
  return new Promise(resolve => {
    const opened = indexedDB.open('onus');
    opened.onsuccess = () => {
      const counted = opened.result.transaction('outbox').objectStore('outbox').count();
      counted.onsuccess = () => resolve(counted.result);
    };
  });
}

/** Runs in the page: what the browser has stored becomes older. @param by milliseconds. */
function makeOlder(by: number): Promise<void> {
  return new Promise(resolve => {
    const request = indexedDB.open('onus');
    request.onsuccess = () => {
      const transaction = request.result.transaction(['outbox', 'reads'], 'readwrite');
      for (const [name, field] of [
        ['outbox', 'landedAt'],
        ['reads', 'requestedAt'],
      ] as const) {
        const rows = transaction.objectStore(name).openCursor();
        rows.onsuccess = () => {
          const { result: row } = rows;
          if (!row) return;
          if (row.value[field]) row.update({ ...row.value, [field]: row.value[field] - by });
          row.continue();
        };
      }
      transaction.oncomplete = () => {
        request.result.close();
        resolve();
      };
    };
  });
}

/** Everything that the server has of a person, by name. */
async function stored(call: Awaited<ReturnType<typeof restOf>>) {
  const tasks: { title: string; completed: boolean }[] = await call('get', '/tasks');
  const items: { name: string; count: number; purchased: boolean }[] = await call('get', '/groceries');
  return { tasks, items };
}

test('without a server a person goes on, also after a reload, and each change arrives once', async ({
  openBrowser,
  install,
}) => {
  const [page, other] = [await openBrowser(), await openBrowser()];
  await register(page, ANA);
  await login(other, ANA);
  const call = await restOf(page);
  await call('post', '/groceries', { name: 'Milk', count: 1 });
  await call('post', '/groceries', { name: 'Bread', count: 1 });
  await addTask(page, 'Bins');
  // What reads the line comes with the focus.
  const reader = page.waitForResponse(/entry-.*\.js$/);
  await page.getByLabel('Quick add').focus();
  await reader;
  await page.getByRole('link', { name: 'Groceries' }).click();
  await expect(tick(page, 'Milk')).toBeVisible();
  await expect(clocks(page)).toHaveCount(0);

  await install.stop();
  await expect(page.getByTitle('Offline')).toBeVisible();
  await tick(page, 'Milk').click();
  const more = page.getByRole('group', { name: 'Amount of Bread' }).getByRole('button', { name: 'One more' });
  await more.click();
  await more.click();
  await expect(tick(page, 'Milk')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('group', { name: 'Amount of Bread' })).toHaveText('3');
  await page.getByRole('link', { name: 'Tasks' }).click();
  await quickly(page, 'Desk');
  await page.getByRole('button', { name: 'Complete Bins' }).click();
  await page.getByRole('button', { name: 'Complete Desk' }).click();
  await expect(page.getByRole('button', { name: 'Offline · 6 waiting' })).toBeVisible();
  await page.getByRole('button', { name: 'Offline · 6 waiting' }).click();
  const dialog = page.getByRole('dialog', { name: 'Waiting to be sent (6)' });
  await expect(dialog.getByRole('listitem')).toContainText([
    /Milk/,
    /Bread/,
    /Bread/,
    /Desk/,
    /Bins/,
    /Desk/,
  ]);
  await page.keyboard.press('Escape');

  await install.restart();
  await expect(page.getByTitle('Live')).toBeVisible();
  await expect(clocks(page)).toHaveCount(0);
  const { tasks, items } = await stored(call);
  expect(tasks.map(({ title, completed }) => [title, completed]).sort()).toEqual([
    ['Bins', true],
    ['Desk', true],
  ]);
  expect(items.map(({ name, count, purchased }) => [name, count, purchased]).sort()).toEqual([
    ['Bread', 3, false],
    ['Milk', 1, true],
  ]);
  await expect(other.getByRole('button', { name: 'Complete Desk' })).toHaveAttribute('aria-pressed', 'true');
});

test('the app opens with what it had before the server answers, and with what waits', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const call = await restOf(page);
  await addTask(page, 'Bins');
  await addTask(page, 'Lamp');
  await call('post', '/groceries', { name: 'Milk', count: 1 });
  await page.getByRole('link', { name: 'Groceries' }).click();
  await expect(tick(page, 'Milk')).toBeVisible();
  await page.getByRole('link', { name: 'Tasks' }).click();
  await expect(clocks(page)).toHaveCount(0);
  // Longer than a list rests before it is stored.
  await page.waitForTimeout(1_000);
  // The server has it, and the network goes before the list comes.
  await page.route(callsOf('task.list'), route => route.abort());
  const sent = page.waitForResponse(callsOf('task.update'));
  await page.getByRole('button', { name: 'Complete Lamp' }).click();
  await sent;
  await expect(clocks(page)).toHaveCount(0);
  await page.route(CALLS, route => route.abort());
  await page.getByRole('button', { name: 'Complete Bins' }).click();
  await expect(clocks(page)).toHaveCount(1);
  await page.goto('/healthz');
  await page.evaluate(makeOlder, 600_000);
  await page.goto('/dash/tasks');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana');
  for (const title of ['Bins', 'Lamp'])
    await expect(page.getByRole('button', { name: `Complete ${title}` })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  await expect(clocks(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Groceries' }).click();
  await tick(page, 'Milk').click();
  await expect(clocks(page)).toHaveCount(1);
  await expect(page.getByTitle('Offline · 2 waiting')).toBeVisible();
  await page.unroute(CALLS);
  await expect(page.getByTitle('Live')).toBeVisible({ timeout: 40_000 });
  await expect(clocks(page)).toHaveCount(0, { timeout: 40_000 });
  await expect(tick(page, 'Milk')).toHaveAttribute('aria-pressed', 'true');
});

test('when the session is ended elsewhere, nothing of its data is left here but what is not sent', async ({
  openBrowser,
  install,
  playwright,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins');
  await page.waitForTimeout(1_000);
  await page.route('**/trpc/task.create*', route => route.abort());
  await quickly(page, 'Desk');
  await expect(clocks(page)).toHaveCount(1);
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const elsewhere = await playwright.request.newContext({ baseURL: install.url });
  await elsewhere.post('/auth/logout', { headers: { cookie } });
  await expect(page).toHaveURL(/\/login/);
  const left = () =>
    page.evaluate(
      () =>
        new Promise<string>(resolve => {
          const request = indexedDB.open('onus');
          request.onsuccess = () => {
            const reads = request.result.transaction('reads').objectStore('reads').getAll();
            reads.onsuccess = () => resolve(JSON.stringify(reads.result));
          };
        }),
    );
  await expect.poll(left).toBe('[]');
  expect(await page.evaluate(() => localStorage.getItem('onus.who'))).toBeNull();
  await page.unroute('**/trpc/task.create*');
  await login(page, ANA);
  await expect(page.getByRole('button', { name: 'Complete Desk' })).toBeVisible();
  await expect(clocks(page)).toHaveCount(0);
  await elsewhere.dispose();
});

test('messages keep their order without a network, and on a server that is restored without their thread', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  const file = await copyOf(install);
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], '#1');
  await ben.goto('/dash/messages');
  await expect(ben.getByRole('log').getByText('#1')).toBeVisible();
  await ana.context().setOffline(true);
  for (const text of ['#2', '#3', '#4']) {
    await ana.getByPlaceholder('Write a message').fill(text);
    await ana.keyboard.press('Enter');
  }
  await expect(ana.getByRole('log').getByText(/#\d/)).toHaveText(['#1', '#2', '#3', '#4']);
  await expect(ana.getByTitle('Offline · 3 waiting')).toBeVisible();
  await ana.context().setOffline(false);
  await expect(clocks(ana)).toHaveCount(0);
  await expect(ben.getByRole('log').getByText(/#\d/)).toHaveText(['#1', '#2', '#3', '#4']);
  await ben.getByPlaceholder('Write a message').fill('#5');
  await ben.keyboard.press('Enter');
  await expect(ana.getByRole('log').getByText(/#\d/)).toHaveText(['#1', '#2', '#3', '#4', '#5']);

  await restoreCopy(install, file);
  for (const page of [ana, ben]) {
    await expect(page.getByTitle('Live')).toBeVisible({ timeout: 40_000 });
    // Each person's are in their order. What Ben wrote comes again once Ana's browser has brought the thread.
    await expect
      .poll(() => textsOf(page), { timeout: 40_000 })
      .toEqual({ fromAna: ['#1', '#2', '#3', '#4'], others: ['#5'] });
    await expect(page.getByRole('button', { name: /^Not saved/ })).toHaveCount(0);
  }
});

test('a message that reaches a restored server late waits for its thread, too', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  const file = await copyOf(install);
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], '#1');
  await ben.clock.install();
  await ben.goto('/dash/messages');
  await ben.getByPlaceholder('Write a message').fill('#5');
  await ben.keyboard.press('Enter');
  await expect(ana.getByRole('log').getByText('#5')).toBeVisible();
  // Neither Ana's browser nor Ben's message can reach the server for longer than Ben's waits for others.
  await ana.context().setOffline(true);
  const sends = callsOf('chat.send');
  await ben.route(sends, route => route.abort());
  const tried = ben.waitForEvent('requestfailed', request => sends.test(request.url()));
  await restoreCopy(install, file);
  await ben.clock.runFor(15_000);
  await tried;
  await ben.clock.runFor(20_000);
  const refused = ben.waitForResponse(sends);
  await ben.unroute(sends);
  await ben.clock.runFor(30_000);
  expect((await refused).status()).toBe(404);
  await ana.context().setOffline(false);
  await expect(ben.getByRole('region', { name: 'Threads' }).getByRole('link', { name: /Ana/ })).toBeVisible();
  await ben.clock.runFor(20_000);
  await expect(ana.getByRole('log').getByText(/^#\d/)).toHaveText(['#1', '#5'], { timeout: 40_000 });
  await expect(ben.getByRole('button', { name: /^Not saved/ })).toHaveCount(0);
});

test('a change comes again to a restored server when a file of the app could not be loaded', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await expect(page.getByTitle('Live')).toBeVisible();
  const file = await copyOf(install);
  await addTask(page, 'Bins');
  await expect(clocks(page)).toHaveCount(0);
  // Chromium does not ask again for a module that it failed to load.
  await page.route('**/assets/*.js', route => route.abort());
  await restoreCopy(install, file);
  const rest = await restOf(page);
  await expect.poll(async () => (await rest('get', '/tasks')).length, { timeout: 40_000 }).toBe(1);
  await expect(page.getByRole('button', { name: 'Complete Bins' })).toBeVisible();
});

/** @returns the path of a copy of the database as it is now. */
async function copyOf({ dataDir }: Install): Promise<string> {
  const file = join(dataDir, 'copy.sqlite');
  await backUp(join(dataDir, 'onus.sqlite'), file, Date.now());
  return file;
}

async function restoreCopy(install: Install, file: string): Promise<void> {
  await install.stop();
  const database = join(install.dataDir, 'onus.sqlite');
  const migrations = join(import.meta.dirname, '../../../drizzle');
  restore({ file, database, migrations, endSessions: false, at: Date.now() });
  await install.restart();
}

async function textsOf(page: Page) {
  const texts = await page.getByRole('log').getByText(/^#\d/).allTextContents();
  return { fromAna: texts.filter(text => text !== '#5'), others: texts.filter(text => text === '#5') };
}

test('another tab shows what waits, and sends it when the first one is closed', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const second = await page.context().newPage();
  await second.goto('/dash/tasks');
  await expect(second.getByTitle('Live')).toBeVisible();
  let isAway = true;
  await page.context().route('**/trpc/task.create*', route => (isAway ? route.abort() : route.continue()));
  await quickly(page, 'Bins');
  await expect(clocks(page)).toBeVisible();
  await expect(clocks(second)).toBeVisible();
  await page.close();
  isAway = false;
  await expect(clocks(second)).toHaveCount(0, { timeout: 40_000 });
  await expect(second.getByRole('button', { name: 'Complete Bins' })).toHaveCount(1);
  expect(await (await restOf(second))('get', '/tasks')).toHaveLength(1);
});

test('what one person left unsent is neither shown to another nor sent by them, and waits for its owner', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(await openBrowser(), BEN);
  await register(page, ANA);
  const creates = '**/trpc/task.create*';
  await page.route(creates, route => route.abort());
  await quickly(page, 'Secret');
  await expect(clocks(page)).toBeVisible();
  await page.context().clearCookies();
  await login(page, BEN);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ben');
  await page.unroute(creates);
  await quickly(page, 'Mine');
  await expect(page.getByRole('button', { name: 'Complete Mine' })).toBeVisible();
  await expect(clocks(page)).toHaveCount(0);
  await expect(page.getByText('Secret')).toHaveCount(0);
  const call = await restOf(page);
  const bens = async () => (await call('get', '/tasks')).map(({ title }: { title: string }) => title);
  await expect.poll(bens).toEqual(['Mine']);
  await page.context().clearCookies();
  await login(page, ANA);
  await expect(page.getByRole('button', { name: 'Complete Secret' })).toBeVisible();
  await expect(clocks(page)).toHaveCount(0);
  expect(await (await restOf(page))('get', '/tasks')).toHaveLength(1);
});

test('a logout asks about what is not sent yet', { tag: '@latency' }, async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const creates = '**/trpc/task.create*';
  await page.route(creates, route => route.abort());
  for (const line of ['Bins', 'Desk', 'Lamp']) await quickly(page, line);
  await expect(clocks(page)).toHaveCount(3);
  const leave = async () => {
    await page.getByRole('button', { name: 'Account of Ana' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
  };
  await leave();
  const question = page.getByRole('dialog', { name: '3 changes are not sent yet' });
  await question.getByRole('button', { name: 'Close' }).click();
  await expect(clocks(page)).toHaveCount(3);
  await leave();
  await page.unroute(creates);
  await question.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL('**/login');
  await login(page, ANA);
  await expect(page.getByRole('article')).toHaveCount(3);

  await page.route(creates, route => route.abort());
  await quickly(page, 'Never');
  await leave();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL('**/login');
  await page.unroute(creates);
  await login(page, ANA);
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByText('Never')).toHaveCount(0);
});

test('a line that is not read yet counts at a logout, and discarding it ends it', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByText('You have no tasks scheduled for today.').waitFor();
  const goOn = await holdCode(page, 'entry-');
  await quickly(page, 'Never');
  await page.getByRole('button', { name: 'Account of Ana' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const question = page.getByRole('dialog', { name: '1 change is not sent yet' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL('**/login');
  const read = page.waitForResponse('**/assets/entry-*.js');
  goOn();
  await read;
  await submitLogin(page, ANA);
  await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
  expect(await (await restOf(page))('get', '/tasks')).toHaveLength(0);
  expect(await page.evaluate(countQueued)).toBe(0);
});

test('a full disk makes the tap fail visibly, and nothing that was typed is lost', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByLabel('Quick add').fill('Bins');
  await page.getByLabel('Quick add').press('Enter');
  await expect(page.getByLabel('Notifications').getByRole('alert')).toContainText('storage is full');
  await expect(page.getByLabel('Quick add')).toHaveValue('Bins');
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('a database that cannot be read is set aside, and the app says so', async ({ openBrowser }) => {
  const page = await openBrowser();
  await page.goto('/register');
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const request = indexedDB.open('onus', 7);
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
      }),
  );
  await register(page, ANA);
  await expect(page.getByRole('alert').filter({ hasText: 'set aside' })).toBeVisible();
  await quickly(page, 'Bins');
  await expect(page.getByRole('button', { name: 'Complete Bins' })).toBeVisible();
  await expect(clocks(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Complete Bins' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

/** Lets the browser fail so often when the page reads its outbox. */
async function failReads(page: Page, times: number): Promise<void> {
  await page.evaluate(left => localStorage.setItem('fails', String(left)), times);
}

test('a database that fails for a moment keeps what waits, and one that was set aside gives it back', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await page.addInitScript(() => {
    const getAll = IDBIndex.prototype.getAll;
    IDBIndex.prototype.getAll = function (...given) {
      const left = Number(localStorage.getItem('fails'));
      if (left === 0) return getAll.apply(this, given as []);
      localStorage.setItem('fails', String(left - 1));
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    };
  });
  await register(page, ANA);
  const creates = '**/trpc/task.create*';
  await page.route(creates, route => route.abort());
  await quickly(page, 'Bins');
  await expect(clocks(page)).toBeVisible();
  await failReads(page, 6);
  await page.reload();
  await expect(clocks(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await failReads(page, 1_000_000);
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'set aside' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await failReads(page, 0);
  await page.unroute(creates);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Complete Bins' })).toBeVisible({ timeout: 30_000 });
  await expect(clocks(page)).toHaveCount(0);
  expect(await (await restOf(page))('get', '/tasks')).toHaveLength(1);
});

test('two people change the same without knowing: the last to arrive counts, and the other is a tap away', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await (await restOf(ana))('post', '/groceries', { name: 'Milk', count: 1 });
  for (const page of [ana, ben]) {
    await page.goto('/dash/groceries');
    await expect(tick(page, 'Milk')).toBeVisible();
  }
  await ben.route('**/trpc/grocery.*', route =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  const rename = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Edit Milk' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };
  const more = (page: Page) =>
    page.getByRole('group', { name: /^Amount of/ }).getByRole('button', { name: 'One more' });
  await rename(ben, 'Soy milk');
  await more(ben).click();
  await expect(ben.getByRole('heading', { name: 'Soy milk' })).toBeVisible();
  await rename(ana, 'Oat milk');
  await more(ana).click();
  await expect(clocks(ana)).toHaveCount(0);
  await ben.unroute('**/trpc/grocery.*');
  await expect(tick(ana, 'Soy milk')).toBeVisible({ timeout: 40_000 });
  // Both have counted one more.
  for (const page of [ana, ben])
    await expect(page.getByRole('group', { name: 'Amount of Soy milk' })).toHaveText('3');
  await expect(ben.getByText('Ana changed this to ‘Oat milk’')).toBeVisible();
  await ben.getByRole('button', { name: 'Use theirs' }).click();
  await expect(tick(ana, 'Oat milk')).toBeVisible();
  await expect(ben.getByText('Ana changed this to')).toHaveCount(0);
});

test('a value that was kept stays so after a reload, and one that was taken in another browser is not offered', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben, bens] = [await openBrowser(), await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  const rest = await restOf(ana);
  const items = [];
  for (const name of ['Milk', 'Bread']) items.push(await rest('post', '/groceries', { name, count: 1 }));
  await ben.goto('/dash/groceries');
  await expect(tick(ben, 'Bread')).toBeVisible();
  await ben.context().setOffline(true);
  for (const name of ['Milk', 'Bread']) {
    await ben.getByRole('button', { name: `Price of ${name}` }).click();
    await ben.getByRole('textbox', { name: `Price of ${name}` }).fill('2');
    await ben.keyboard.press('Enter');
  }
  await expect(clocks(ben)).toHaveCount(2);
  for (const { id } of items) await rest('patch', '/groceries', { id, price: 1.5 });
  await ben.context().setOffline(false);
  const offers = (page: Page) => page.getByText('Ana changed this to ‘$1.50’');
  await expect(offers(ben)).toHaveCount(2);
  await login(bens, BEN);
  await bens.waitForURL('**/dash/tasks');
  await bens.goto('/dash/groceries');
  await expect(offers(bens)).toHaveCount(2);

  const offer = (page: Page, name: string) => page.getByRole('article').filter({ has: tick(page, name) });
  await offer(ben, 'Milk').getByRole('button', { name: 'Use theirs' }).click();
  await expect(offers(ben)).toHaveCount(1);
  await expect(offers(bens)).toHaveCount(1);
  await offer(ben, 'Bread').getByRole('button', { name: 'Keep mine' }).click();
  await expect(offers(ben)).toHaveCount(0);
  const asked = ben.waitForResponse(/edits\.overwritten/);
  await ben.reload();
  await asked;
  await expect(tick(ben, 'Bread')).toBeVisible();
  await expect(offers(ben)).toHaveCount(0);
});
