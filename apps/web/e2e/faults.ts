import { expect, type Page, type Route } from '@playwright/test';

/** What can come between a browser and its server, and what the user then reads. */
export interface Fault {
  /** The answer in place of the server's. */
  answer: (route: Route) => Promise<void>;
  /** In one sentence: what happened and what to do. */
  says: string;
}

/** As the server says no, for each call of a batch. */
function refusal(httpStatus: number, message: string, reason: string, more = {}): Fault['answer'] {
  const error = { message, code: -32_000, data: { code: reason, httpStatus, reason, ...more } };
  return route => {
    const { pathname, searchParams } = new URL(route.request().url());
    const calls = pathname.split(',').map(() => ({ error }));
    const body = JSON.stringify(searchParams.has('batch') ? calls : { error });
    return route.fulfill({ status: httpStatus, contentType: 'application/json', body });
  };
}

/** What whatever stands before the server says in its name: a page, not an answer. */
function pageInstead(status: number): Fault['answer'] {
  const body = `<!doctype html><title>${status}</title><h1>${status}</h1>`;
  return route => route.fulfill({ status, contentType: 'text/html', body });
}

/** In place of what a page asked for and did not get. */
export const NOT_LOADED = 'This page could not be loaded. Check your connection and try again.';

const AWAY = 'The server cannot be reached. Check your connection and try again.';
const WENT_WRONG = 'Something went wrong on the server';
const SLOW_DOWN = 'Too many attempts. Try again in 15 minutes.';

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
  late: { answer: pageInstead(504), says: 'The server took too long to answer. Try again.' },
  unreadable: {
    answer: pageInstead(200),
    says: 'The server gave an answer that cannot be read. Try again.',
  },
  cutShort: {
    answer: route => route.fulfill({ contentType: 'application/json', body: '[{"result":{"da' }),
    says: 'The server gave an answer that cannot be read. Try again.',
  },
  foreign: {
    answer: route => route.fulfill({ status: 413, json: { message: 'Request body is too large' } }),
    says: 'Request body is too large',
  },
} satisfies Record<string, Fault>;

/** One of each kind: no answer, the server says no, something else answers. */
const KINDS = [FAULTS.away, FAULTS.internal, FAULTS.restarting];

/** Lets each fault in turn answer the calls of a procedure, and lets go of them afterwards. */
export async function throughFaults(
  page: Page,
  procedure: string,
  attempt: (fault: Fault) => Promise<void>,
  faults: readonly Fault[] = KINDS,
): Promise<void> {
  const calls = callsOf(procedure);
  for (const fault of faults) {
    await page.route(calls, fault.answer);
    await attempt(fault);
    await page.unroute(calls);
  }
}

/** Reads the toast and takes it away, so that the next one is the next one. */
export async function readToast(page: Page, says: string): Promise<void> {
  const toasts = page.getByLabel('Notifications');
  await expect(toasts.getByRole('alert').first()).toHaveText(says);
  await toasts.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect(toasts.getByRole('alert')).toHaveCount(0);
}

/** Requests in which a procedure is called, alone or in a batch. */
export function callsOf(procedure: string): RegExp {
  return new RegExp(
    `/trpc/([^?]*,)?${procedure.replace('.', '\\.')}[,?]|/trpc/([^?]*,)?${procedure.replace('.', '\\.')}$`,
  );
}

/** Holds the calls of a procedure back until `release` is called; the server answers then. */
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
