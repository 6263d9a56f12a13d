import type { Locator, Page } from '@playwright/test';

/** Opens the dialog and fills it. */
export async function fillThread(page: Page, people: readonly string[], text: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Create Thread' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Thread' });
  for (const name of people) await dialog.getByRole('option', { name }).click();
  await dialog.getByLabel('Message').fill(text);
  return dialog;
}

export async function createThread(page: Page, people: readonly string[], text: string): Promise<void> {
  const dialog = await fillThread(page, people, text);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** From the next connection on: messages do not arrive as rows, change events do. */
export async function refuseStream(page: Page): Promise<void> {
  const error = { message: 'Too many subscriptions', code: -32_029, data: { httpStatus: 429 } };
  await page.routeWebSocket(/\/trpc/, line => {
    const server = line.connectToServer();
    line.onMessage(message => {
      const text = message.toString();
      if (!/^[[{]/.test(text)) return server.send(text);
      for (const frame of [JSON.parse(text)].flat()) {
        if (frame.params?.path === 'chat.onMessage') line.send(JSON.stringify({ id: frame.id, error }));
        else server.send(JSON.stringify(frame));
      }
    });
  });
}
