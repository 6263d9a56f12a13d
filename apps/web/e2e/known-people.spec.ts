import { expect } from '@playwright/test';
import { ruleHousehold } from './household.ts';
import { test } from './journey.ts';

test('without a network a line names a person, although the list of people was about to be read again', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await ruleHousehold(install, ana, ben);
  await ana.getByRole('link', { name: 'Manager' }).click();
  await expect(ana.getByRole('heading', { name: 'Manager', level: 1 })).toBeVisible();
  const line = ana.getByLabel('Quick add');
  await line.fill('Bins @ben');
  await line.press('Enter');
  await expect(ana.getByText('Added for Ben')).toBeVisible();
  await ana.getByRole('tab', { name: 'Members' }).click();
  const card = ana.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Ben' });
  await expect(card).toContainText('0 of 1');
  // A change of a task makes what is known of the members stale, and this tab shows no line that would ask for them.
  await ben.getByRole('button', { name: 'Complete Bins' }).click();
  await expect(card).toContainText('1 of 1');
  await ana.context().setOffline(true);
  await ana.getByRole('tab', { name: 'Today' }).click();
  await line.fill('Windows @ben');
  await line.press('Enter');
  const windows = ana.getByRole('article').filter({ hasText: 'Windows' });
  await expect(windows.getByRole('list', { name: 'Assigned to' })).toContainText('Ben');
  await expect(line).toHaveValue('');
  await ana.context().setOffline(false);
  await expect(ben.getByRole('article').getByRole('heading', { name: 'Windows' })).toBeVisible();
});
