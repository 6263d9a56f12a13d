import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { callsOf, REFRESHES, REFUSED, untilPutAside } from './faults.ts';
import { ruleHousehold } from './household.ts';
import { ANA, login, register, submitLogin, test } from './journey.ts';

async function quickAdd(page: Page, line: string): Promise<void> {
  await page.getByLabel('Quick add').fill(line);
  await page.getByLabel('Quick add').press('Enter');
  await expect(page.getByLabel('Quick add')).toHaveValue('');
}

async function addItem(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Item' }).first().click();
  await page.getByLabel('Item Name').fill(name);
  await page.getByRole('button', { name: 'Save Changes' }).click();
}

/** Waits for the code of the dialogs about what waits. */
async function dialogsOf(page: Page): Promise<void> {
  await Promise.all(['tray', 'leave-dialog'].map(name => page.waitForResponse(`**/assets/${name}-*.js`)));
}

test('a full disk makes "Try again" fail visibly, and the refused change stays', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const creates = callsOf('task.create');
  await page.route(creates, REFUSED.answer);
  await quickAdd(page, 'Bins');
  // A phone has words for it, not only a color.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Not saved (1)' }).getByText('Not saved (1)')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Not saved (1)' }).click();
  await page.unroute(creates);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const tray = page.getByRole('dialog', { name: 'Not saved (1)' });
  await tray.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Notifications').getByText('storage is full')).toBeVisible();
  await expect(tray.getByText(REFUSED.says)).toBeVisible();
});

test('a refusal while the tray is open shows in it, and not in a toast over it', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 390, height: 844 } });
  await register(page, ANA);
  const creates = callsOf('task.create');
  const refuse = async () => {
    const gate = Promise.withResolvers<void>();
    await page.route(creates, async route => {
      await gate.promise;
      await REFUSED.answer(route);
    });
    return gate.resolve;
  };
  const toast = page.getByLabel('Notifications').getByRole('alert');
  (await refuse())();
  await quickAdd(page, 'Bins');
  await expect(toast).toBeVisible();
  const release = await refuse();
  await quickAdd(page, 'Desk');
  await page.getByRole('button', { name: 'Not saved (1)' }).click();
  const tray = page.getByRole('dialog', { name: /^Not saved/ });
  await expect(tray).toContainText('Waiting to be sent (1)');
  await expect(toast).toHaveCount(0);
  const shown = await toastsOf(page);
  release();
  await expect(tray).toHaveAccessibleName('Not saved (2)');
  await expect(page.locator('[data-announcer]')).toHaveText(REFUSED.says);
  expect(await shown()).toBe(0);
  await page.keyboard.press('Escape');
  await quickAdd(page, 'Lamp');
  await expect(toast).toBeVisible();
});

/** @returns how many toasts have appeared since, for a moment too. */
async function toastsOf(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Reflect.set(window, 'toasts', 0);
    new MutationObserver(records => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Element && node.matches('.Toastify__toast'))
          Reflect.set(window, 'toasts', Reflect.get(window, 'toasts') + 1);
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'toasts'));
}

test('a new task for a person who is gone can be added without them', async ({ openBrowser, install }) => {
  const [page, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, page, ben);
  await page.goto('/dash/manager');
  await page.getByLabel('Quick add').fill('Bins @ben');
  await expect(page.getByRole('button', { name: 'Remove Ben' })).toBeVisible();
  await page.route(callsOf('task.create'), route => route.abort());
  await page.getByLabel('Quick add').press('Enter');
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible();
  await rest('patch', '/users', { id: member.id, active: false });
  await page.unroute(callsOf('task.create'));
  await page.getByRole('button', { name: 'Not saved (1)' }).click();
  const tray = page.getByRole('dialog', { name: 'Not saved (1)' });
  await expect(tray.getByText('You can only assign tasks to your own members')).toBeVisible();
  await tray.getByRole('button', { name: 'Edit' }).click();
  await tray.getByLabel('Title').fill('Green bins');
  await tray.getByRole('button', { name: 'Add without people' }).click();
  await expect(page.getByRole('dialog').getByText('Everything is saved.')).toBeVisible();
  expect(await rest('get', '/manager/tasks')).toMatchObject([{ title: 'Green bins', assignees: [] }]);
});

test('a change that waits from a former day says which day', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.route(callsOf('task.create'), route => route.abort());
  const dialogs = dialogsOf(page);
  await quickAdd(page, 'Bins');
  await dialogs;
  await page.context().setOffline(true);
  const weekday = await page.evaluate(() => new Date().toLocaleDateString('en-US', { weekday: 'short' }));
  await page.clock.setFixedTime(Date.now() + 2 * 86_400_000);
  await page.getByRole('button', { name: 'Offline · 1 waiting' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText(`Add “Bins”${weekday}`);
});

test('an attempt to send asks for a token once, and sends nothing without one', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const creates = callsOf('task.create');
  let sent = 0;
  await page.route(creates, route => {
    sent += 1;
    return route.abort();
  });
  await quickAdd(page, 'Bins');
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(1);
  let refreshes = 0;
  await page.route(REFRESHES, route => {
    refreshes += 1;
    return route.abort();
  });
  // The socket never opens: it would ask for a token, too.
  await page.routeWebSocket(/trpc/, () => new Promise(() => {}));
  // No timer runs from here on: an attempt that failed is not repeated.
  await page.clock.install();
  await page.reload();
  await expect(page.getByTitle('Offline · 1 waiting')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await expect.poll(() => sendingTabs(page)).toBe(0);
  [refreshes, sent] = [0, 0];
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => refreshes).toBeGreaterThan(0);
  await expect.poll(() => sendingTabs(page)).toBe(0);
  expect([refreshes, sent]).toEqual([1, 0]);
});

test('on a device whose clock is hours ahead a change asks for no token of its own', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 3 * 3_600_000;
  });
  await page.reload();
  await expect(page.getByTitle('Live')).toBeVisible();
  const asked: string[] = [];
  page.on('request', request => REFRESHES.test(request.url()) && asked.push(request.url()));
  for (const title of ['Bins', 'Lamp']) {
    const sent = page.waitForResponse(callsOf('task.create'));
    await quickAdd(page, title);
    await sent;
  }
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  expect(asked).toEqual([]);
});

/** The tabs that send the outbox or wait for their turn. */
function sendingTabs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].filter(({ name }) => name?.startsWith('onus-outbox')).length;
  });
}

/** All rows of the outbox and of the stored responses in this browser. */
function storedRows(page: Page): Promise<{ outbox: number; reads: number }> {
  return page.evaluate(
    () =>
      new Promise(resolve => {
        const request = indexedDB.open('onus');
        request.onupgradeneeded = () => {
          for (const name of ['outbox', 'reads']) request.result.createObjectStore(name);
        };
        request.onsuccess = () => {
          const transaction = request.result.transaction(['outbox', 'reads']);
          const [outbox, reads] = ['outbox', 'reads'].map(name => transaction.objectStore(name).count());
          transaction.oncomplete = () => {
            request.result.close();
            resolve({ outbox: outbox?.result ?? -1, reads: reads?.result ?? -1 });
          };
        };
      }),
  );
}

/** Moves the ends of all sessions of this browser back. */
function endedDaysAgo(page: Page, days: number): Promise<void> {
  return page.evaluate(ms => {
    for (const [key, at] of Object.entries(localStorage))
      if (key.startsWith('onus.left ')) localStorage.setItem(key, String(Number(at) - ms));
  }, days * 86_400_000);
}

test('a change on which the server always fails is put aside for review, and the others are sent', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const creates = callsOf('task.create');
  let attempts = 0;
  await page.route(creates, async route => {
    const calls: { title: string }[] = Object.values(route.request().postDataJSON());
    const broken = calls.findIndex(({ title }) => title === 'Bins');
    if (broken < 0) return route.continue();
    attempts += 1;
    const fault = (httpStatus: number, code: string) => ({
      error: { message: `Fault ${code}`, code: -32_603, data: { code, reason: code, httpStatus } },
    });
    const answers = calls.map((_call, place) =>
      place === broken ? fault(500, 'INTERNAL_SERVER_ERROR') : fault(425, 'NOT_TRIED'),
    );
    await route.fulfill({ status: 207, contentType: 'application/json', body: JSON.stringify(answers) });
  });
  await quickAdd(page, 'Bins');
  await quickAdd(page, 'Desk');
  await untilPutAside(page);
  expect(attempts).toBe(10);
  await expect(page.getByRole('article').filter({ hasText: 'Desk' }).getByRole('img')).toHaveCount(0);
  expect(await (await restOf(page))('get', '/tasks')).toHaveLength(1);
  await page.unroute(creates);
  await page.getByRole('button', { name: 'Not saved (1)' }).click();
  const tray = page.getByRole('dialog', { name: 'Not saved (1)' });
  await expect(tray.getByText('Fault INTERNAL_SERVER_ERROR')).toBeVisible();
  await tray.getByRole('button', { name: 'Try again' }).dblclick();
  await expect(page.getByRole('dialog').getByText('Everything is saved.')).toBeVisible();
  expect(await (await restOf(page))('get', '/tasks')).toHaveLength(2);
});

test('a proxy that has lost its server refuses nothing for good', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const creates = callsOf('task.create');
  let attempts = 0;
  await page.route(creates, route => {
    attempts += 1;
    return route.fulfill({ status: 404, contentType: 'text/plain', body: '404 page not found' });
  });
  await quickAdd(page, 'Bins');
  await expect.poll(() => attempts).toBeGreaterThan(1);
  await expect(page.getByRole('button', { name: /Not saved/ })).toHaveCount(0);
  await page.unroute(creates);
  await expect(page.getByRole('button', { name: 'Complete Bins' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  expect(await (await restOf(page))('get', '/tasks')).toHaveLength(1);
});

test('what an ended session left unsent is deleted after 30 days, and not before', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const creates = callsOf('task.create');
  await page.route(creates, route => route.abort());
  await quickAdd(page, 'Bins');
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(1);
  await page.request.post('/auth/logout');
  await expect(page).toHaveURL(/\/login/);
  await endedDaysAgo(page, 29);
  await login(page, ANA);
  await expect(page.getByRole('button', { name: 'Complete Bins' })).toBeVisible();
  // Who is signed in again has all the time there is.
  await endedDaysAgo(page, 31);
  await page.reload();
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(1);
  await page.request.post('/auth/logout');
  await expect(page).toHaveURL(/\/login/);
  expect((await storedRows(page)).outbox).toBe(1);
  await endedDaysAgo(page, 31);
  await page.reload();
  await expect.poll(async () => (await storedRows(page)).outbox).toBe(0);
});

test('on a shared computer nothing is stored, and what waits is still sent', async ({ openBrowser }) => {
  const [page, other] = [await openBrowser(), await openBrowser()];
  await register(other, ANA);
  await page.goto('/login');
  await page.getByLabel('This is a shared computer').check();
  await submitLogin(page, ANA);
  await expect(page.getByTitle('Live')).toBeVisible();
  const creates = callsOf('task.create');
  await page.route(creates, route => route.abort());
  // The dialogs about what waits come with the first change that waits.
  const dialogs = dialogsOf(page);
  await quickAdd(page, 'Bins');
  await quickAdd(page, 'Desk');
  await dialogs;
  // The browser asks before it leaves the page.
  const asked = page.waitForEvent('dialog');
  const leaving = page.evaluate(() => location.assign('/login'));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await leaving;
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Offline · 2 waiting' }).click();
  await expect(page.getByText('lost when it closes')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await storedRows(page)).toEqual({ outbox: 0, reads: 0 });
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  for (const text of ['Bins', 'Desk', 'Ana', 'ana@']) expect(kept).not.toContain(text);
  await page.unroute(creates);
  await page.context().setOffline(false);
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0, { timeout: 40_000 });
  await expect(other.getByRole('button', { name: /^Complete (Bins|Desk)/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Account of Ana' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/login*');
  const left = await page.evaluate(() => Object.keys(localStorage));
  expect(left.filter(key => key.startsWith('onus.left'))).toEqual([]);
});

test('stored changes that cannot be read are shown in the tray, and nothing else breaks', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await expect(page.getByTitle('Live')).toBeVisible();
  let sent = 0;
  page.on('request', request => {
    if (request.url().includes('grocery.flip')) sent += 1;
  });
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const { user } = JSON.parse(localStorage.getItem('onus.who') ?? '');
        const row = {
          user: user.id,
          open: 1,
          op: 'x',
          path: 'grocery.update',
          input: { id: 'x' },
          at: Date.now(),
          v: 1,
        };
        const rows = [
          { ...row, path: 'grocery.flip' },
          { ...row, v: 99 },
          { ...row, input: null },
          { user: user.id, open: 1 },
        ];
        const request = indexedDB.open('onus');
        request.onsuccess = () => {
          const transaction = request.result.transaction('outbox', 'readwrite');
          for (const one of rows) transaction.objectStore('outbox').add(one);
          transaction.oncomplete = () => resolve();
        };
      }),
  );
  await page.goto('/dash/groceries');
  await page.getByRole('button', { name: 'Not saved (4)' }).click();
  const tray = page.getByRole('dialog', { name: 'Not saved (4)' });
  await expect(tray.getByText('cannot be read')).toHaveCount(4);
  await expect(tray.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await tray.getByRole('button', { name: 'Discard' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Not saved (3)' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/dash/tasks');
  await quickAdd(page, 'Bins');
  await expect(page.getByRole('button', { name: 'Complete Bins' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  expect(sent).toBe(0);
});

test('an outbox that fails to read is set aside, and the app says so', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.addInitScript(() => {
    const { getAll } = IDBIndex.prototype;
    IDBIndex.prototype.getAll = function (...range) {
      if (this.objectStore.transaction.db.name === 'onus') throw new DOMException('broken', 'UnknownError');
      return getAll.apply(this, range);
    };
  });
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'set aside' })).toBeVisible();
  await quickAdd(page, 'Bins');
  await expect(page.getByRole('button', { name: 'Complete Bins' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
});

test('taps count once while another tab changes the outbox', { tag: '@latency' }, async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/groceries');
  await addItem(page, 'Milk');
  const milk = page.getByRole('group', { name: 'Amount of Milk' });
  await expect(milk).toHaveText('1');
  const other = await page.context().newPage();
  await other.goto('/healthz');
  // Tells the app again and again to read the stored outbox.
  await other.evaluate(() => {
    const { user } = JSON.parse(localStorage.getItem('onus.who') ?? '');
    const channel = new BroadcastChannel('onus-outbox');
    setInterval(() => channel.postMessage(user.id), 20);
  });
  await milk.evaluate(group => {
    const seen: number[] = [];
    const note = () => seen.push(Number(group.textContent));
    new MutationObserver(note).observe(group, { characterData: true, childList: true, subtree: true });
    Object.assign(window, { seen });
  });
  for (let tap = 0; tap < 12; tap += 1) await milk.getByRole('button', { name: 'One more' }).click();
  await expect(milk).toHaveText('13');
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  // Each number once, in order: none is counted twice, none is missing for a moment.
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  expect(seen).toEqual([...new Set(seen)].sort((one, another) => one - another));
  expect(seen.at(-1)).toBe(13);
});

test('a list that comes while a verdict is being stored loses no tap', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/groceries');
  await addItem(page, 'Milk');
  const milk = page.getByRole('group', { name: 'Amount of Milk' });
  await expect(milk).toHaveText('1');
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  const call = await restOf(page);
  // Verdicts are stored when the test says so.
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    const { commit } = IDBTransaction.prototype;
    const waiting = new WeakSet<IDBTransaction>();
    IDBTransaction.prototype.commit = function () {
      if (!waiting.has(this)) commit.call(this);
    };
    const state = { held: 0, isHeld: true };
    Object.assign(window, { state });
    IDBObjectStore.prototype.put = function (row: { landedAt?: number }, ...key) {
      if (row.landedAt === undefined) return put.call(this, row, ...key);
      state.held += 1;
      waiting.add(this.transaction);
      // A transaction stays open while it has requests.
      const wait = () => {
        if (state.isHeld) this.count().onsuccess = wait;
      };
      wait();
      return put.call(this, row, ...key);
    };
  });
  const held = () => page.evaluate(() => (window as unknown as { state: { held: number } }).state.held);
  await milk.getByRole('button', { name: 'One more' }).click();
  await expect.poll(held).toBe(1);
  const nextList = () => page.waitForResponse(response => response.url().includes('grocery.page'));
  const during = nextList();
  await call('post', '/groceries', { name: 'Bread', count: 1 });
  await (await during).finished();
  await milk.evaluate(group => {
    const seen: number[] = [];
    const note = () => seen.push(Number(group.textContent));
    new MutationObserver(note).observe(group, { characterData: true, childList: true, subtree: true });
    Object.assign(window, { seen });
  });
  const afterwards = nextList();
  await page.evaluate(() => Object.assign((window as unknown as { state: object }).state, { isHeld: false }));
  await (await afterwards).finished();
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { seen: number[] }).seen)).toEqual([]);
  await expect(milk).toHaveText('2');
});
