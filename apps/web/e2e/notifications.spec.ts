import { openMailbox } from '@onus/proof/mailbox';
import { expect, type Page } from '@playwright/test';
import { openHousehold } from './household.ts';
import { test } from './journey.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

function email(page: Page, kind: string) {
  return page.getByRole('checkbox', { name: `Mail: ${kind}` });
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/dash/settings');
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await expect(email(page, 'New message')).toBeVisible();
}

test('what a person chooses is kept, by keyboard too, and the digest has its hour', {
  tag: '@latency',
}, async ({ install, openBrowser }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  await openHousehold(install, ana, ben);
  await openSettings(ben);
  await expect(ben.getByText('Email isn’t set up on this server')).toBeVisible();
  await email(ben, 'Assigned to me').focus();
  await ben.keyboard.press('Space');
  await email(ben, 'Morning digest').check();
  await ben.getByLabel('Time of day').fill('06:30');
  await ben.keyboard.press('Enter');
  await ben.getByRole('checkbox', { name: /^Names only/ }).check();
  await ben.waitForLoadState('networkidle');
  await ben.reload();
  await expect(email(ben, 'Assigned to me')).toBeChecked();
  await expect(email(ben, 'New message')).not.toBeChecked();
  await expect(ben.getByLabel('Time of day')).toHaveValue('06:30');
  await expect(ben.getByRole('checkbox', { name: /^Names only/ })).toBeChecked();
  await openSettings(ana);
  await expect(email(ana, 'Assigned to me')).not.toBeChecked();
});

test('the list of a shopper is mailed when others change it, but not while they look at it', async ({
  install,
  openBrowser,
}) => {
  const mailbox = await openMailbox();
  await install.restart({ SMTP_URL: mailbox.url });
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  await openHousehold(install, ana, ben);
  await openSettings(ben);
  await email(ben, 'List changed while I shop').check();
  await ben.getByRole('link', { name: 'Groceries' }).click();
  const shopping = ben.getByRole('switch', { name: 'I am shopping' });
  await shopping.check();
  await expect(ben.getByText(/until/)).toBeVisible();

  await ana.goto('/dash/groceries');
  await expect(ana.getByRole('switch', { name: 'I am shopping' })).not.toBeChecked();
  const line = ana.getByRole('main').getByRole('combobox', { name: 'Quick add' });
  await line.fill('Seen');
  await line.press('Enter');
  await expect(ben.getByRole('heading', { name: 'Seen' })).toBeVisible();
  await ben.getByRole('link', { name: 'Tasks' }).first().click();
  await expect(shopping).toBeHidden();
  await line.fill('Saffron');
  await line.press('Enter');
  const received = () => mailbox.mails.filter(mail => mail.includes('changed the grocery list'));
  await expect.poll(() => received().length, { timeout: 15_000 }).toBe(1);
  expect(received()[0]).toContain('Saffron');
  expect(received()[0]).not.toContain('Seen');

  const [, link = ''] = /(http:\S+notifications\/stop\S+)/.exec(received()[0]?.split('-- ')[1] ?? '') ?? [];
  const mail = await openBrowser(PHONE);
  await mail.goto(link);
  await mail.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(mail.getByRole('heading', { name: 'Emails stopped' })).toBeVisible();
  await openSettings(ben);
  await expect(email(ben, 'List changed while I shop')).not.toBeChecked();
  await mailbox.close();
});
