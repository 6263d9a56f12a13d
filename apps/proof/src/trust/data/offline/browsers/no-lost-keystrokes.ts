import type { Page } from '@playwright/test';
import { NETWORKS } from '../../../../lib/network/faults.ts';
import { readCopy } from '../../../../lib/server/database-copy.ts';
import { exceptions } from '../../../../lib/statistics.ts';
import type { Proof, Result, Size } from '../../../proof.ts';
import { waitForDrained } from './phone.ts';
import { household, type Play, withPlay } from './play.ts';

const LINES = { short: 3, full: 200 };
/** Lines of each field in the control. */
const CONTROL = 3;
/** Milliseconds between two keys. */
const PACE = 40;

/** Every page with a field that adds something, how a person gets to the field, and where the text ends up. */
const FIELDS = [
  {
    path: '/dash/tasks',
    label: 'Quick add',
    opener: null,
    rows: 'select title as text from task order by id',
  },
  {
    path: '/dash/groceries',
    label: 'Item Name',
    opener: 'Add Item',
    rows: 'select name as text from grocery_item order by id',
  },
  {
    path: '/dash/messages',
    label: 'Message',
    opener: null,
    rows: 'select text from message order by sequence',
  },
] as const;

type Field = (typeof FIELDS)[number];

export const noLostKeystrokes: Proof = {
  name: 'no-lost-keystrokes',
  guarantee: 'No keystroke is lost',
  target:
    '200 lines typed at 40 ms per key into every field that adds something over 400 ms latency: 200 rows each, every text complete, in order; a field that is locked while it saves loses some',
  short: true,
  measure: size =>
    withPlay(
      async server => (await household(server)).slice(0, 1),
      play => typed(play, size),
      {
        tabs: FIELDS.map(({ path }) => path),
      },
    ),
};

async function typed(play: Play, size: Size): Promise<Result> {
  play.network.faults = NETWORKS['latency-400'];
  const wrong = await typeInto(play, 'line', LINES[size]);
  for (const tab of play.phones[0]?.tabs ?? [])
    await tab.evaluate(lockWhileSaving, NETWORKS['latency-400'].latency);
  const control = await typeInto(play, 'locked', CONTROL);
  return {
    measured: `${exceptions(wrong, LINES[size] * FIELDS.length, 'lines were missing, cut or misplaced')}; with fields that are locked while they save ${control.length} of ${CONTROL * FIELDS.length}`,
    holds: wrong.length === 0 && control.length > 0,
  };
}

/** Types into all fields at once. @returns what is not in the database as it was typed. */
async function typeInto(play: Play, what: string, lines: number): Promise<string[]> {
  const [phone] = play.phones;
  if (!phone) throw new Error('a browser is needed');
  const texts = Array.from({ length: lines }, (_, number) => `${what}-${number}-kettle`);
  await Promise.all(
    FIELDS.map(async (field, place) => {
      const tab = phone.tabs[place];
      if (tab) await typeLines(tab, field, texts);
    }),
  );
  await waitForDrained(phone);
  const found = await readCopy(play.server.file, rows =>
    FIELDS.map(field => rows(field.rows).map(({ text }) => String(text))),
  );
  return FIELDS.flatMap(({ label }, place) => {
    const arrived = found[place]?.filter(text => text.startsWith(what)) ?? [];
    const faults = texts.filter((text, number) => arrived[number] !== text);
    return faults.map(text => `${label}: ${text}`);
  });
}

/** The next line begins with the Enter of the one before. */
async function typeLines(page: Page, { label, opener }: Field, texts: readonly string[]): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  if (!opener) await field.click();
  for (const text of texts) {
    if (opener) {
      await page.getByRole('button', { name: opener }).first().click();
      await field.focus();
    }
    await page.keyboard.type(text, { delay: PACE });
    await page.keyboard.press('Enter');
    if (opener) await field.waitFor({ state: 'detached' }).catch(() => page.keyboard.press('Escape'));
  }
}

/** Runs in the page: what an app does that waits for the server. @param time in ms. */
function lockWhileSaving(time: number): void {
  addEventListener('keyup', ({ key, target }) => {
    if (key !== 'Enter' || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement))
      return;
    target.disabled = true;
    setTimeout(() => {
      target.disabled = false;
      target.focus();
    }, time);
  });
}
