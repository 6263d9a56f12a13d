import { expect, type Locator } from '@playwright/test';
import { restOf } from './api.ts';
import { row } from './boxes.ts';
import { ANA, register, test } from './journey.ts';

/** What tells a chosen part from another one, beside its words. */
function looksOf(part: Locator): Promise<string> {
  return part.evaluate(one => {
    const { backgroundColor, borderBottomColor, borderBottomWidth } = getComputedStyle(one);
    // What is seen: a ground without opacity has the color of the page, which the reader chose too.
    const [red, green, blue] = backgroundColor.match(/\d+/g) ?? [];
    const border = Number.parseFloat(borderBottomWidth) > 0 ? borderBottomColor : 'none';
    return `${red} ${green} ${blue}, ${border}`;
  });
}

test('with the colors of a reader, what is chosen can be told from the rest', async ({ openBrowser }) => {
  const page = await openBrowser({ forcedColors: 'active' });
  await register(page, ANA, 'Manager');
  const rest = await restOf(page);
  for (const title of ['One', 'Two'])
    await rest('post', '/tasks', { title, dueDate: new Date().toISOString() });
  const differ = async (chosen: Locator, other: Locator) =>
    expect.poll(() => looksOf(chosen)).not.toBe(await looksOf(other));

  await differ(page.getByRole('link', { name: 'Tasks' }), page.getByRole('link', { name: 'Groceries' }));
  await differ(page.getByRole('tab', { name: 'Today' }), page.getByRole('tab', { name: 'Overdue' }));
  const kinds = page.getByRole('radiogroup', { name: 'Kind' });
  await differ(kinds.getByText('Task'), kinds.getByText('Item'));
  await row(page, 'One').click({ modifiers: ['Shift'] });
  const box = (title: string) => page.getByRole('checkbox', { name: `Select ${title}` });
  await expect(box('One')).toBeChecked();
  await differ(box('One'), box('Two'));
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  await differ(button('Today'), button('Tomorrow'));
  await page.getByLabel('Recurrence Type').selectOption('weekdays');
  await button('Monday').click();
  const [pressed, free] = [true, false].map(is =>
    page.getByRole('group', { name: 'Days' }).getByRole('button', { pressed: is }).first(),
  );
  await differ(pressed as Locator, free as Locator);
});
