import type { Context } from '@onus/api/core/context';
import { appRouter } from '@onus/api/root';
import { RIGHTS_CHANGED, SESSION_ENDED } from '@onus/contract/live/topic';
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import { type Server, WebSocketServer } from 'ws';
import type { Contexts } from '../context.ts';
import { type ErrorLog, logInternalError } from '../http/errors.ts';
import { LimitedSocket } from './limited-socket.ts';
import { watchSession } from './session-watch.ts';
import type { Watch } from './socket-io.ts';

/** A browser comes back by itself after this. */
export const SERVICE_RESTART = 1012;
const OVER = { ended: SESSION_ENDED, changed: RIGHTS_CHANGED, unknown: SERVICE_RESTART };
const MAX_FRAME = 64 * 1024;

/** tRPC over WebSocket. Its connections are handed over after the one check of their origin. */
export function createTrpcSockets(
  contexts: Contexts,
  watch: Pick<Watch, 'signedIn'>,
  log: ErrorLog,
): Server<typeof LimitedSocket> {
  const wss = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, WebSocket: LimitedSocket });
  applyWSSHandler({
    wss,
    router: appRouter,
    createContext({ req, res, info }) {
      const line = res instanceof LimitedSocket ? (res.connection?.line ?? null) : null;
      const context = contexts.ofSocket(info.connectionParams, req, line);
      res.once(
        'close',
        watchSession(context, log, over => res.close(OVER[over])),
      );
      void personOf(context).then(person => person && watch.signedIn(req, person));
      return context;
    },
    onError({ error, path }) {
      if (!isOfConnection(error.cause)) logInternalError(log, error, path);
    },
    keepAlive: { enabled: true, pingMs: 30_000, pongWaitMs: 5_000 },
  });
  return wss;
}

/** A frame that is none, or a connection that broke: its client's doing, and no bug. */
function isOfConnection(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code.startsWith('WS_ERR_') || code === 'ECONNRESET' || code === 'EPIPE';
}

/** Whose token a socket has; null without a good one. The procedures refuse those themselves. */
async function personOf({ caller: { accessToken }, sessions, clock }: Context): Promise<string | null> {
  if (!accessToken) return null;
  return sessions.check(accessToken, clock()).then(
    ({ account }) => account.id,
    () => null,
  );
}
