import { expect, type Page } from '@playwright/test';
import { directly, restOf } from './api.ts';
import { callsOf, FAULTS, holdBack, holdResponses, REFRESHES } from './faults.ts';
import { BEN, openHousehold } from './household.ts';
import { ANA, login, type Person, register, submitLogin, test } from './journey.ts';

/** Ana changes an item that Ben deletes before her change arrives. @returns what releases the response to it. */
async function changeWhatIsGone(ana: Page, ben: Page) {
  const rest = await restOf(ben);
  const { id } = await rest('post', '/groceries', { name: 'Present for Ben', count: 1 });
  await ana.goto('/dash/groceries');
  const gate = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<void>();
  await ana.route(callsOf('grocery.adjust'), async route => {
    await rest('delete', '/groceries', { id });
    const response = await route.fetch();
    refused.resolve();
    await gate.promise;
    await route.fulfill({ response });
  });
  const amount = ana.getByRole('group', { name: 'Amount of Present for Ben' });
  await amount.getByRole('button', { name: 'One more' }).click();
  await refused.promise;
  return gate.resolve;
}

async function leave(page: Page, { name }: Person): Promise<void> {
  await page.getByRole('button', { name: `Account of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}

/** @returns the settings of Ana, and a page of Ben. */
async function openSettings(openBrowser: () => Promise<Page>): Promise<[ana: Page, ben: Page]> {
  const pages: [Page, Page] = [await openBrowser(), await openBrowser()];
  const [ana, ben] = pages;
  await register(ben, BEN);
  await register(ana, ANA);
  await ana.goto('/dash/settings');
  return pages;
}

/** Ana logs out, and Ben logs in in her tab. */
async function passOn(page: Page): Promise<void> {
  await leave(page, ANA);
  await page.waitForURL('**/login');
  await submitLogin(page, BEN);
}

/** Waits until the page has handled a response that was held back, and what it sets off. */
async function release(page: Page, open: () => void, path: RegExp): Promise<void> {
  const arrived = page.waitForResponse(path);
  open();
  await (await arrived).finished();
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 500)));
}

test('a tab of one person does not go on as another who signed in in this browser', async ({
  openBrowser,
}) => {
  const [page, other] = await openSettings(openBrowser);
  await expect(page.getByLabel('Username')).toHaveValue('Ana');
  const { email, password } = BEN;
  const signedIn = await page.request.post(directly(page, '/auth'), { data: { email, password } });
  expect(signedIn.ok()).toBe(true);
  const updates = callsOf('member.updateSelf');
  const sent: string[] = [];
  await page.route(updates, async route => {
    sent.push(route.request().postData() ?? '');
    // Her token has expired.
    const headers = { ...route.request().headers(), ...(sent.length === 1 && { authorization: 'Bearer x' }) };
    await route.continue({ headers });
  });
  await page.getByLabel('Username').fill('Ana Maria');
  await page.getByRole('button', { name: 'Update', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Account of Ben' })).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('Ben');
  expect(sent).toHaveLength(1);
  await other.reload();
  await expect(other.getByRole('button', { name: 'Account of Ben' })).toBeVisible();
});

test('a late refusal of what was discarded at the logout is not shown to the next person, nor kept', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  const openGate = await changeWhatIsGone(ana, ben);
  await leave(ana, ANA);
  await ana.getByRole('button', { name: 'Discard' }).click();
  await ana.waitForURL('**/login');
  await submitLogin(ana, BEN);
  await expect(ana.getByRole('button', { name: 'Account of Ben' })).toBeVisible();
  await release(ana, openGate, callsOf('grocery.adjust'));
  await expect(ana.getByRole('button', { name: /Not saved/ })).toHaveCount(0);
  await expect(ana.getByText('Item not found')).toHaveCount(0);
  await leave(ana, BEN);
  await ana.waitForURL('**/login');
  await submitLogin(ana, ANA);
  await expect(ana.getByRole('button', { name: 'Account of Ana' })).toBeVisible();
  await expect(ana.getByTitle('Live')).toBeVisible();
  await expect(ana.getByRole('button', { name: /Not saved/ })).toHaveCount(0);
});

test('a change that is refused while a logout sends it keeps the person signed in', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  const openGate = await changeWhatIsGone(ana, ben);
  await leave(ana, ANA);
  const question = ana.getByRole('dialog', { name: '1 change is not sent yet' });
  await expect(question.getByText('Send it before you log out, or discard it.')).toBeVisible();
  await question.getByRole('button', { name: 'Send' }).click();
  await expect(question.getByText('as soon as it is sent')).toBeVisible();
  openGate();
  await expect(question).toHaveCount(0);
  await expect(ana.getByRole('button', { name: 'Not saved (1)' })).toBeVisible();
  await expect(ana).toHaveURL(/\/dash\/groceries$/);
});

test('on a shared computer a logout asks about a change that was refused, too', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  const page = await openBrowser();
  await page.goto('/login');
  await page.getByLabel('This is a shared computer').check();
  await submitLogin(page, ANA);
  await expect(page.getByTitle('Live')).toBeVisible();
  (await changeWhatIsGone(page, ben))();
  await expect(page.getByRole('button', { name: 'Not saved (1)' })).toBeVisible();
  const question = page.getByRole('dialog', { name: '1 change is not sent yet' });
  await leave(page, ANA);
  // It is refused again.
  await page.unrouteAll();
  await question.getByRole('button', { name: 'Send' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Not saved (1)' })).toBeVisible();
  await leave(page, ANA);
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL('**/login*');
  await submitLogin(page, ANA);
  await expect(page.getByTitle('Live')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Not saved (1)' })).toHaveCount(0);
});

test('a logout that fails after a discard asks nothing more, and can be repeated', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.route(callsOf('task.create'), FAULTS.away.answer);
  await page.route(callsOf('auth.logout'), FAULTS.away.answer);
  await page.getByLabel('Quick add').fill('Bins');
  await page.getByLabel('Quick add').press('Enter');
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(1);
  await leave(page, ANA);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Notifications').getByText(FAULTS.away.says)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unrouteAll();
  await leave(page, ANA);
  await page.waitForURL('**/login');
});

test('a refresh that is on its way at a logout does not undo it', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(await openBrowser(), BEN);
  await register(page, ANA);
  await expect(page.getByTitle('Live')).toBeVisible();
  const gate = Promise.withResolvers<void>();
  let refreshed = 0;
  await page.route(REFRESHES, async route => {
    const response = await route.fetch();
    refreshed += 1;
    await gate.promise;
    await route.fulfill({ response });
  });
  await page.route(callsOf('task.create'), route =>
    route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer x' } }),
  );
  await page.getByLabel('Quick add').fill('Bins');
  await page.getByLabel('Quick add').press('Enter');
  await expect.poll(() => refreshed).toBe(1);
  await leave(page, ANA);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL('**/login');
  await release(page, gate.resolve, REFRESHES);
  expect(await page.evaluate(() => localStorage.getItem('onus.who'))).toBeNull();
  await page.unroute(REFRESHES);
  await page.goto('/dash/tasks');
  await expect(page).toHaveURL(/\/login/);
  await login(page, BEN);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ben');
});

test('a logout that fails leaves the menu closed, and its button has the focus', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.route(callsOf('auth.logout'), FAULTS.away.answer);
  const account = page.getByRole('button', { name: 'Account of Ana' });
  await account.press('Enter');
  await page.getByRole('menuitem', { name: 'Log out' }).press('Enter');
  await expect(page.getByLabel('Notifications').getByText(FAULTS.away.says)).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(account).toBeFocused();
});

test('signing out in the settings asks about what is not sent yet, too @latency', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 390, height: 844 } });
  await register(page, ANA);
  const creates = callsOf('task.create');
  await page.route(creates, route => route.abort());
  await page.getByLabel('Quick add').fill('Bins');
  await page.getByLabel('Quick add').press('Enter');
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(1);
  await page.getByRole('tab', { name: 'Settings' }).click();
  const question = page.getByRole('dialog', { name: '1 change is not sent yet' });
  const here = page.getByRole('listitem').filter({ hasText: 'This browser' }).getByRole('button');
  await here.press('Enter');
  await question.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(here).toBeFocused();

  const everywhere = page.getByRole('button', { name: 'Sign out everywhere' });
  await everywhere.press('Enter');
  const first = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  const confirm = first.getByRole('button', { name: 'Sign out everywhere' });
  await confirm.press('Enter');
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(confirm).toBeFocused();
  await confirm.press('Enter');
  await page.unroute(creates);
  await question.getByRole('button', { name: 'Send' }).press('Enter');
  await page.waitForURL('**/login');
  await submitLogin(page, ANA);
  await expect(page.getByRole('button', { name: 'Complete Bins' })).toBeVisible();

  await page.route(creates, route => route.abort());
  await page.getByLabel('Quick add').fill('Never');
  await page.getByLabel('Quick add').press('Enter');
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(1);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await here.press('Enter');
  await question.getByRole('button', { name: 'Discard' }).press('Enter');
  await page.waitForURL('**/login');
});

test('a change that is refused after its person left is not made by the next one @latency', async ({
  openBrowser,
}) => {
  const [page] = await openSettings(openBrowser);
  await page.getByLabel('Username').fill('Ana Maria');
  const update = await holdBack(page, 'member.updateSelf');
  await page.getByRole('button', { name: 'Update', exact: true }).first().click();
  await expect.poll(update.sent).toBe(1);
  await passOn(page);
  await page.getByRole('button', { name: 'Account of Ben' }).waitFor();
  await release(page, update.release, callsOf('member.updateSelf'));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account of Ben' })).toBeVisible();
  expect(update.sent()).toBe(1);
});

test('a change that waits for the first token of its person is not made by the next one @latency', async ({
  openBrowser,
}) => {
  const [page] = await openSettings(openBrowser);
  await expect(page.getByLabel('Username')).toHaveValue('Ana');
  const gate = Promise.withResolvers<void>();
  await page.route(REFRESHES, async route => {
    await gate.promise;
    await route.continue();
  });
  const update = await holdBack(page, 'member.updateSelf');
  await page.reload();
  await page.getByLabel('Username').fill('Ana Maria');
  await page.getByRole('button', { name: 'Update', exact: true }).first().click();
  await passOn(page);
  await page.getByRole('button', { name: 'Account of Ben' }).waitFor();
  await release(page, gate.resolve, REFRESHES);
  expect(update.sent()).toBe(0);
  update.release();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account of Ben' })).toBeVisible();
});

test('the end of an export of the person before does not end that of the next @latency', async ({
  openBrowser,
}) => {
  const [page] = await openSettings(openBrowser);
  const button = page.getByRole('button', { name: 'Export your data' });
  const hers = await holdResponses(page, 'archive.mine');
  await button.click();
  await expect.poll(hers.answered).toBe(1);
  await passOn(page);
  await page.getByRole('button', { name: 'Account of Ben' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const his = await holdBack(page, 'archive.mine');
  await button.click();
  await expect.poll(his.sent).toBe(1);
  await release(page, hers.release, callsOf('archive.mine'));
  await expect(button).toHaveAttribute('aria-busy', 'true');
  const saved = page.waitForEvent('download');
  his.release();
  await saved;
  await expect(button).not.toHaveAttribute('aria-busy');
});
