import { type Open, PHONE, resultPainted, SLOWDOWN, tap } from './slow-phone.ts';

/** Milliseconds between two taps. */
const REST = 250;

/**
 * Taps a page with nothing but a button, as slow as the app: what a tap takes without an app. The page is closed again,
 * because beside it the taps on another one take longer.
 * @returns milliseconds from the end of each tap to the paint of its result.
 */
export async function tapBarePage(open: Open, times: number): Promise<number[]> {
  const context = await open('about:blank', PHONE);
  const page = await context.newPage();
  await page.setContent('<meta name="viewport" content="width=device-width"><button>0</button>');
  await page.evaluate(count);
  const slow = await context.newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const taken: number[] = [];
  for (let number = 1; number <= times; number += 1) {
    const painted = page.evaluate(resultPainted, { css: 'button', text: String(number) });
    await tap(page.getByRole('button'));
    taken.push(await painted);
    await page.waitForTimeout(REST);
  }
  await context.close();
  return taken;
}

/** Runs in the page. */
function count(): void {
  const button = document.querySelector('button');
  button?.addEventListener('click', () => {
    button.textContent = String(Number(button.textContent) + 1);
  });
}
