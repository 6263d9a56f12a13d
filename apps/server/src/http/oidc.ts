import { createCaller } from '@onus/api/root';
import { refusalOf, type SsoRefusal } from '@onus/contract/auth/oidc/sso-refusal';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Contexts } from '../context.ts';
import { logInternalError, problemOf } from './errors.ts';

const START_PATH = '/auth/oidc';
/** The page of the app that goes on: it signs in, or asks to link. */
const PAGE = '/single-sign-on';
export const CALLBACK_PATH = `${START_PATH}/callback`;

/**
 * The two addresses of single sign-on that a browser visits (rule 9.5): one sends it to the provider, and the provider sends
 * it back to the other one. Both always end at a page.
 * @param publicUrl the origin by which the provider knows this installation.
 */
export function mountOidc(app: FastifyInstance, contexts: Contexts, publicUrl: string): void {
  app.get(START_PATH, async (request, reply) => {
    const call = createCaller(contexts.ofRequest(request, reply));
    return call.oidc.start().then(
      ({ url }) => leave(reply, url),
      error => leave(reply, loginPage(error)),
    );
  });

  app.get(CALLBACK_PATH, async (request, reply) => {
    const call = createCaller(contexts.ofReturn(request, reply));
    return call.oidc.finish({ url: publicUrl + request.url }).then(
      () => leave(reply, PAGE),
      error => {
        logInternalError(request.log, error);
        return leave(reply, loginPage(error));
      },
    );
  });
}

/** Not kept anywhere: the address holds a code. */
function leave(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(to);
}

/** The page says the sentence of a code: text of an address could be anybody's. */
function loginPage(error: unknown): string {
  return `/login?refused=${codeOf(error)}`;
}

function codeOf(error: unknown): SsoRefusal {
  const { code, message } = problemOf(error);
  if (code === 'INACTIVE') return 'inactive';
  return code === 'TOO_MANY_REQUESTS' ? 'busy' : refusalOf(message);
}
