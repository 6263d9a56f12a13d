import { expect, type Locator } from '@playwright/test';
import { restOf } from './api.ts';
import { callsOf, FAULTS, type Fault, forgetReads, REFUSED, readToast, throughFaults } from './faults.ts';
import { BEN, openHousehold, ruleHousehold } from './household.ts';
import { ANA, register, test } from './journey.ts';
import { fillThread } from './thread.ts';

test('a failed add or change of a member keeps the dialog open and what was typed', async ({
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
    // The dialog itself has no place for an error (rule 14).
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
  // A failed refetch in the background keeps the form.
  await page.route(callsOf('auth.me'), FAULTS.foreign.answer);
  const again = page.waitForResponse(callsOf('auth.me'));
  const rest = await restOf(page);
  const [ben] = await rest('get', '/users');
  await rest('patch', '/users', { id: ben.id, username: 'Benno' });
  await again;
  await page.getByLabel('Current password').fill('x');
  await expect(page.getByLabel('Username')).toHaveValue('Anna');
});

test('a failed thread or message stays, with the reason and Retry', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  const dialog = await fillThread(ana, ['Ben'], 'First words');
  const log = ana.getByRole('log');
  await ana.route(callsOf('chat.start'), REFUSED.answer);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(log.getByRole('alert')).toContainText(`Not sent. ${REFUSED.says}`);
  await ana.unroute(callsOf('chat.start'));
  // Until the list of threads has it, a message is sent with chat.start, too.
  const isListed = ana.waitForResponse(
    async response =>
      callsOf('chat.conversations').test(response.url()) && (await response.text()).includes('First words'),
  );
  await ana.getByRole('button', { name: 'Retry' }).click();
  await expect(log.getByRole('alert')).toHaveCount(0);
  await expect(ana.getByRole('log').getByText('First words')).toBeVisible();
  await isListed;
  await ana.getByPlaceholder('Write a message').fill('Second words');
  await ana.route(callsOf('chat.send'), FAULTS.restarting.answer);
  await ana.keyboard.press('Enter');
  await expect(log.getByText('Second words')).toBeVisible();
  await expect(log.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible();
  await expect(log.getByRole('alert')).toHaveCount(0);
  await ana.unroute(callsOf('chat.send'));
  await expect(log.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await throughFaults(
    ana,
    'chat.send',
    async ({ says }) => {
      await ana.getByPlaceholder('Write a message').fill('Third words');
      await ana.keyboard.press('Enter');
      await expect(log.getByRole('alert')).toContainText(`Not sent. ${says}`);
      await expect(log.getByText('Third words')).toBeVisible();
    },
    [REFUSED],
  );
  await ana.getByRole('button', { name: 'Retry' }).click();
  await expect(log.getByRole('alert')).toHaveCount(0);
});

test('a list that fails to load shows the reason in its place, and Retry loads it', async ({
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
    // A list that was seen before would show as it was.
    await forgetReads(page);
    await page.route(callsOf(procedure), fault.answer);
    await page.goto(path);
    await expect(page.getByRole('alert').filter({ hasText: fault.says }).first()).toBeVisible();
    await page.unroute(callsOf(procedure));
    // Several parts of a page may wait for the same response.
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

test('a failed member list shows the serialised error with a plain sentence', async ({ openBrowser }) => {
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
