import { expect, type Page, type Route } from '@playwright/test';

/** Faults between a browser and its server, each with the sentence that the user reads. */
export interface Fault {
  /** Replaces the server's response. */
  answer: (route: Route) => Promise<void>;
  /** What happened and what to do. */
  says: string;
}

/** A refusal by the server for each call of a batch. */
function refusal(httpStatus: number, message: string, reason: string, more = {}): Fault['answer'] {
  const error = { message, code: -32_000, data: { code: reason, httpStatus, reason, ...more } };
  return route => {
    const { pathname, searchParams } = new URL(route.request().url());
    const calls = pathname.split(',').map(() => ({ error }));
    const body = JSON.stringify(searchParams.has('batch') ? calls : { error });
    return route.fulfill({ status: httpStatus, contentType: 'application/json', body });
  };
}

/** A proxy in front of the server responds with an HTML page. */
function pageInstead(status: number): Fault['answer'] {
  const body = `<!doctype html><title>${status}</title><h1>${status}</h1>`;
  return route => route.fulfill({ status, contentType: 'text/html', body });
}

/** All calls, and the first refresh. */
export const CALLS = /\/(trpc|auth)\//;

/** Shown in place of code that failed to load. */
export const NOT_LOADED = 'This page could not be loaded. Check your connection and try again.';

const AWAY = 'The server cannot be reached. Check your connection and try again.';
const WENT_WRONG = 'Something went wrong on the server';
const SLOW_DOWN = 'Too many attempts. Try again in 15 minutes.';

/** The server's own no to what was asked: it is final, and no fault. */
export const REFUSED: Fault = {
  answer: refusal(409, 'The fridge is full', 'CONFLICT'),
  says: 'The fridge is full',
};

/** The one that happens most goes first. */
export const FAULTS = {
  away: { answer: route => route.abort('connectionrefused'), says: AWAY },
  internal: { answer: refusal(500, WENT_WRONG, 'INTERNAL_SERVER_ERROR'), says: WENT_WRONG },
  throttled: {
    answer: refusal(429, SLOW_DOWN, 'TOO_MANY_REQUESTS', { retryAfter: 900 }),
    says: SLOW_DOWN,
  },
  restarting: {
    answer: pageInstead(502),
    says: 'The server is not available at the moment. Try again shortly.',
  },
  late: { answer: pageInstead(504), says: 'The server took too long to respond. Try again.' },
  unreadable: {
    answer: pageInstead(200),
    says: 'The server sent a response that cannot be read. Try again.',
  },
  cutShort: {
    answer: route => route.fulfill({ contentType: 'application/json', body: '[{"result":{"da' }),
    says: 'The server sent a response that cannot be read. Try again.',
  },
  foreign: {
    answer: route => route.fulfill({ status: 413, json: { message: 'Request body is too large' } }),
    says: 'Request body is too large',
  },
} satisfies Record<string, Fault>;

/** One of each kind: no response, a refusal by the server, a response by a proxy. */
const KINDS = [FAULTS.away, FAULTS.internal, FAULTS.restarting];

/** Applies each fault in turn to the calls of a procedure, without a moment between them, then removes the last. */
export async function throughFaults(
  page: Page,
  procedure: string,
  attempt: (fault: Fault) => Promise<void>,
  faults: readonly Fault[] = KINDS,
): Promise<void> {
  const calls = callsOf(procedure);
  for (const [index, fault] of faults.entries()) {
    // A newer route goes before an older one.
    await page.route(calls, fault.answer);
    const before = faults[index - 1];
    if (before) await page.unroute(calls, before.answer);
    await attempt(fault);
  }
  await page.unroute(calls);
}

/** Reads the toast and closes it, so that the next read finds the next toast. */
export async function readToast(page: Page, says: string): Promise<void> {
  const toasts = page.getByLabel('Notifications');
  await expect(toasts.getByRole('alert').first()).toHaveText(says);
  await toasts.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect(toasts.getByRole('alert')).toHaveCount(0);
}

/** Presses Reload and waits for the new page, because the old one still takes clicks until the server answers. */
export async function reload(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await loaded;
}

/** Matches requests that call a procedure, alone or in a batch. */
export function callsOf(procedure: string): RegExp {
  return new RegExp(
    `/trpc/([^?]*,)?${procedure.replace('.', '\\.')}[,?]|/trpc/([^?]*,)?${procedure.replace('.', '\\.')}$`,
  );
}

/** The requests for a new token: with the page that the server sends, and the others. */
export const REFRESHES = /\/(auth\/|trpc\/auth\.)refresh$/;

/** Delays the calls of a procedure until `release` is called. */
export async function holdBack(
  page: Page,
  procedure: string,
): Promise<{ sent: () => number; release: () => void }> {
  const gate = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(callsOf(procedure), async route => {
    sent += 1;
    await gate.promise;
    await route.continue();
  });
  return { sent: () => sent, release: gate.resolve };
}

/** Holds back the responses to the calls of a procedure, which the server has answered, until `release` is called. */
export async function holdResponses(
  page: Page,
  procedure: string,
): Promise<{ answered: () => number; release: () => void }> {
  const gate = Promise.withResolvers<void>();
  let answered = 0;
  await page.route(callsOf(procedure), async route => {
    const response = await route.fetch();
    answered += 1;
    await gate.promise;
    await route.fulfill({ response });
  });
  return { answered: () => answered, release: gate.resolve };
}

/** Waits until a change on which the server always fails is put aside for review. */
export async function untilPutAside(page: Page): Promise<void> {
  await expect(async () => {
    // It would wait ever longer.
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByRole('button', { name: 'Not saved (1)' })).toBeVisible({ timeout: 100 });
  }).toPass();
}

/** Empties what the browser keeps of the server's responses. */
export async function forgetReads(page: Page): Promise<void> {
  // A page of the same origin without the app.
  await page.goto('/healthz');
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const request = indexedDB.open('onus');
        request.onsuccess = () => {
          const emptied = request.result.transaction('reads', 'readwrite');
          emptied.objectStore('reads').clear();
          emptied.oncomplete = () => resolve();
        };
      }),
  );
}

/** Keeps the browser from storing changes, as a slow disk does. @returns a function that lets it store them. */
export async function holdOutbox(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(
    () =>
      new Promise<void>(held => {
        const request = indexedDB.open('onus');
        request.onsuccess = () => {
          const store = request.result.transaction('outbox', 'readwrite').objectStore('outbox');
          // A transaction lasts as long as it is asked something.
          const ask = () => {
            held();
            if (!Reflect.get(window, 'released')) store.count().onsuccess = ask;
            else request.result.close();
          };
          ask();
        };
      }),
  );
  return () => page.evaluate(() => void Reflect.set(window, 'released', true));
}

/** Holds the code of a part back until the returned function is called. */
export async function holdCode(page: Page, part: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(`**/assets/${part}*.js`, async route => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}
