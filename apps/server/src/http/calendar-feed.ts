import { createHash } from 'node:crypto';
import type { Context, Services } from '@onus/api/core/context';
import { notFound, refusalIn } from '@onus/api/core/errors';
import { FEED_PREFIX } from '@onus/api/core/sessions/tokens';
import { CALENDAR_END, calendarHead, eventText } from '@onus/api/feed/ics';
import { createCaller } from '@onus/api/root';
import { FEED_PAGE } from '@onus/contract/auth/token/feed';
import { FEED_BUDGETS } from '@onus/contract/limits/feed-budgets';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Contexts } from '../context.ts';

const MOST_PAGES = FEED_BUDGETS.feedTasks.most / FEED_PAGE;

/** The calendar of a feed, at an address that is its only credential (rule 9.9). */
export function mountCalendarFeeds(
  app: FastifyInstance,
  { sessions, throttle, clock }: Services,
  contexts: Contexts,
): void {
  app.get<{ Params: { file: string } }>('/ics/:file', async (request, reply) => {
    const context = contextOf(contexts, request, reply);
    try {
      const { account } = await sessions.check(context.caller.accessToken ?? '', clock());
      await throttle.feedRead(account.id);
      const text = await calendarOf(context);
      return send(request, reply, text);
    } catch (error) {
      if (!isRefused(error)) throw error;
      await throttle.badLink(request.ip);
      throw notFound('Calendar');
    }
  });
}

/** The token of the address is the credential, whatever else the request brings. */
function contextOf(
  contexts: Contexts,
  request: FastifyRequest<{ Params: { file: string } }>,
  reply: FastifyReply,
): Context {
  const context = contexts.ofRequest(request, reply);
  const [, token = ''] = /^([\w-]+)\.ics$/.exec(request.params.file) ?? [];
  return { ...context, caller: { ...context.caller, accessToken: FEED_PREFIX + token } };
}

/** Read in parts, each with the permissions of that moment and when it is the turn of its owner. */
async function calendarOf(context: Context): Promise<string> {
  const open = await partOf(context, 'open', FEED_BUDGETS.feedCharacters.most);
  const done = await partOf(context, 'done', FEED_BUDGETS.feedCharacters.most - open.text.length);
  return calendarHead(done.name) + open.text + done.text + CALENDAR_END;
}

/** The events of one kind, as many as fit. @param room characters. */
async function partOf(context: Context, of: 'open' | 'done', room: number) {
  const { feed } = createCaller(context);
  let page = await feed.events({ of });
  let text = '';
  for (let pages = 1; ; pages++) {
    for (const event of page.events) {
      const more = eventText(event, context);
      if (text.length + more.length > room) return { name: page.name, text };
      text += more;
    }
    const { nextCursor: cursor } = page;
    if (cursor === null || pages === MOST_PAGES) return { name: page.name, text };
    page = await feed.events({ of, cursor });
  }
}

/** A client that has this version already gets no body. */
function send({ headers }: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  const known = (headers['if-none-match'] ?? '').split(',').map(one => one.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return reply.code(304).send();
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', 'inline; filename="onus.ics"')
    .send(text);
}

/** An address that was revoked, and one whose owner may read nothing, look like one that never existed. */
function isRefused(error: unknown): boolean {
  const code = refusalIn(error)?.code;
  return REFUSED.some(one => one === code);
}

const REFUSED = ['TOKEN_INVALID', 'SESSION_REVOKED', 'FORBIDDEN', 'INACTIVE'];
