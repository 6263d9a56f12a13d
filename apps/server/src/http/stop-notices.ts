import type { Services } from '@onus/api/core/context';
import { refusalIn } from '@onus/api/core/errors';
import { STOP_PATH } from '@onus/api/core/secrets/stop-links';
import { createCaller } from '@onus/api/root';
import { EMAILS_ABOUT } from '@onus/contract/notify/settings';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Contexts } from '../context.ts';

/** Ways in which a mail server or a form sends a POST. What is in it decides nothing: the address says it all. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** A form has one short field. */
const MOST_BYTES = 1_024;

interface Query {
  Querystring: { token?: string };
}

/**
 * The link in an email that stops emails of its kind, without a login (RFC 8058). A GET changes nothing and shows a
 * button, because mail scanners open every link.
 */
export function mountStopNotices(
  app: FastifyInstance,
  { stopLinks }: Pick<Services, 'stopLinks'>,
  contexts: Contexts,
): void {
  void app.register(async routes => {
    for (const type of FORMS) {
      routes.addContentTypeParser(
        type,
        { parseAs: 'buffer', bodyLimit: MOST_BYTES },
        (_request, _body, done) => done(null, undefined),
      );
    }

    routes.get<Query>(STOP_PATH, (request, reply) => {
      const stop = stopLinks.read(tokenOf(request.query));
      if (!stop) return refuse(reply, 400);
      return show(
        reply,
        'Stop these emails?',
        `You will get no more ${EMAILS_ABOUT[stop.kind]}.`,
        '<form method="post"><button>Stop these emails</button></form>',
      );
    });

    routes.post<Query>(STOP_PATH, async (request, reply) => {
      try {
        const caller = createCaller(contexts.ofRequest(request, reply));
        const { kind } = await caller.notify.stop({ token: tokenOf(request.query) });
        const text = `You will get no more ${EMAILS_ABOUT[kind]}. You can turn them on again in Settings.`;
        return show(reply, 'Emails stopped', text);
      } catch (error) {
        if (refusalIn(error)?.code === 'BAD_REQUEST') return refuse(reply, 400);
        throw error;
      }
    });

    routes.get(`${STOP_PATH}.css`, (_request, reply) => reply.type('text/css').send(STYLE));
  });
}

/** A repeated parameter is a list. */
function tokenOf({ token }: Query['Querystring']): string {
  return typeof token === 'string' ? token : '';
}

function refuse(reply: FastifyReply, status: number): FastifyReply {
  return show(reply.code(status), 'This link is not valid', 'You can turn emails off in Settings.');
}

function show(reply: FastifyReply, title: string, text: string, more = ''): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Onus</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="stylesheet" href="${STOP_PATH}.css"></head>
<body><main><h1>${title}</h1><p>${text}</p>${more}</main></body></html>`);
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#fafaf6, #14161f); color: light-dark(#353b51, #e8eaf2); }
main { max-width: 26rem; margin: 0 auto; padding: 4rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.3; }
button { min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: 8px; font: inherit; font-weight: 600;
  background: light-dark(#556a12, #b9d55c); color: light-dark(#ffffff, #14161f); cursor: pointer; }
button:focus-visible { outline: 3px solid light-dark(#353b51, #e8eaf2); outline-offset: 2px; }
`;
