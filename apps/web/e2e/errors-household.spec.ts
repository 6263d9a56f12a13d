import { expect, type Locator } from '@playwright/test';
import { restOf } from './api.ts';
import { callsOf, FAULTS, type Fault, readToast, throughFaults } from './faults.ts';
import { BEN, openHousehold, ruleHousehold } from './household.ts';
import { ANA, register, test } from './journey.ts';
import { fillThread } from './thread.ts';

test('a member who cannot be made or changed: the dialog stays open, the form keeps what was typed', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA, 'Manager');
  await page.goto('/dash/manager?tab=members');
  await page.getByRole('button', { name: 'Add Member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add member' });
  await dialog.getByLabel('Username').fill('Ben');
  await dialog.getByLabel('Email').fill('ben@example.com');
  await dialog.getByPlaceholder('Enter password').fill('Ab1!');
  await throughFaults(page, 'member.create', async ({ says }) => {
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await readToast(page, says);
    // The dialog itself has no place for an error (spec 4).
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await expect(dialog.getByLabel('Email')).toHaveValue('ben@example.com');
    await expect(dialog.getByPlaceholder('Enter password')).toHaveValue('Ab1!');
  });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Edit Ben' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Username').fill('Benjamin');
  await throughFaults(page, 'member.update', async ({ says }) => {
    await page.getByRole('button', { name: 'Update' }).click();
    await readToast(page, says);
    await expect(page.getByLabel('Username')).toHaveValue('Benjamin');
  });

  await page.goto('/dash/tasks?tab=settings');
  await page.getByLabel('Username').fill('Anna');
  await throughFaults(page, 'member.updateSelf', async ({ says }) => {
    await page.getByRole('button', { name: 'Update' }).click();
    await readToast(page, says);
    await expect(page.getByLabel('Username')).toHaveValue('Anna');
  });
  // What is asked again in the background and fails there takes no form away.
  await page.route(callsOf('auth.me'), FAULTS.foreign.answer);
  const again = page.waitForResponse(callsOf('auth.me'));
  const rest = await restOf(page);
  const [ben] = await rest('get', '/users');
  await rest('patch', '/users', { id: ben.id, username: 'Benno' });
  await again;
  await page.getByLabel('Current password').fill('x');
  await expect(page.getByLabel('Username')).toHaveValue('Anna');
});

test('a thread or a message that cannot be sent stays, with what happened and a way to try again', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  const dialog = await fillThread(ana, ['Ben'], 'First words');
  await throughFaults(ana, 'chat.start', async ({ says }) => {
    await dialog.getByRole('button', { name: 'Send' }).click();
    await readToast(ana, says);
    await expect(dialog.getByLabel('Message')).toHaveValue('First words');
    await expect(dialog.getByRole('option', { name: 'Ben' })).toHaveAttribute('aria-selected', 'true');
  });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(ana.getByRole('log').getByText('First words')).toBeVisible();
  await ana.getByPlaceholder('Write a message').fill('Second words');
  await ana.route(callsOf('chat.send'), FAULTS.restarting.answer);
  await ana.keyboard.press('Enter');
  await expect(ana.getByRole('log').getByRole('alert')).toContainText(`Not sent. ${FAULTS.restarting.says}`);
  await throughFaults(ana, 'chat.send', async ({ says }) => {
    await ana.getByRole('button', { name: 'Retry' }).click();
    await expect(ana.getByRole('log').getByRole('alert')).toContainText(`Not sent. ${says}`);
    await expect(ana.getByRole('log').getByText('Second words')).toBeVisible();
  });
});

test('a list that cannot be loaded says why in its place, and Retry brings it', async ({
  openBrowser,
  install,
}) => {
  const [page, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, page, ben);
  await rest('post', '/tasks', { title: 'Bins', dueDate: new Date().toISOString(), assignees: [member.id] });
  await rest('post', '/groceries', { name: 'Milk', count: 1 });
  const { id } = await rest('post', '/conversations', {
    data: { users: [{ email: BEN.email }], message: 'First words' },
  });

  async function fails(procedure: string, path: string, fault: Fault, comes: Locator) {
    await page.route(callsOf(procedure), fault.answer);
    await page.goto(path);
    await expect(page.getByRole('alert').filter({ hasText: fault.says }).first()).toBeVisible();
    await page.unroute(callsOf(procedure));
    // Several parts of a page may have waited for the same answer.
    const retries = page.getByRole('button', { name: 'Retry' });
    await retries.evaluateAll(buttons => buttons.forEach(button => void (button as HTMLElement).click()));
    await expect(comes).toBeVisible();
  }
  const { away, internal, throttled, foreign, unreadable, cutShort } = FAULTS;
  const heading = (name: string) => page.getByRole('heading', { name }).first();
  const month = page.getByRole('link', { name: /: 1 incomplete$/ });
  await fails('manager.tasks', '/dash/manager', away, heading('Bins'));
  await fails('manager.chart', '/dash/manager?tab=members', unreadable, month);
  await fails('member.get', `/dash/manager/users/${member.id}`, throttled, heading('Bins'));
  await fails('grocery.page', '/dash/groceries', internal, heading('Milk'));
  await fails('chat.conversations', '/dash/messages', cutShort, page.getByRole('link', { name: /^Ben/ }));
  const message = page.getByRole('log').getByText('First words');
  await fails('chat.messages', `/dash/messages?thread=${id}`, throttled, message);
  await fails('auth.sessions', '/dash/tasks?tab=settings', foreign, page.getByText('This browser'));
  await page.getByRole('tab', { name: 'Today' }).click();
  await fails('task.list', '/dash/tasks', foreign, page.getByText('You have no tasks scheduled for today.'));
});

test('the members that cannot be loaded show the error serialised, in plain words all the same', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA, 'Manager');
  const codes = {
    away: 'FETCH_ERROR',
    late: 'TIMEOUT_ERROR',
    unreadable: 'PARSING_ERROR',
    throttled: 'TOO_MANY_REQUESTS',
  };
  await Promise.all(
    Object.entries(codes).map(async ([name, code]) => {
      const fault = FAULTS[name as keyof typeof codes];
      const tab = await page.context().newPage();
      await tab.route(callsOf('member.list'), fault.answer);
      await tab.goto('/dash/manager?tab=members');
      const serialised = JSON.stringify({ message: fault.says, code });
      await expect(tab.getByRole('alert').filter({ hasText: 'code' })).toContainText(serialised);
    }),
  );
});
