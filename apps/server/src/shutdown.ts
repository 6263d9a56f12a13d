import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The end of a process, from the first word of it to the last answer. */
export interface Shutdown {
  isShuttingDown(): boolean;
  /** From now on no connection is kept alive. Ends when what came in is answered, or has had its time. */
  begin(): Promise<void>;
  /** Counts what comes in at a server. */
  watch(app: FastifyInstance): void;
}

/** Milliseconds in which new connections are still taken, so that who asks for our health hears of it. */
const LAST_CALL = 300;
/** On a busy machine what was sent before is still being read: so long nothing new may have come in. */
const SILENCE = 150;
/** And to the last answer, for clients that send or read slowly. */
const LONGEST_ANSWER = 6_500;

export function createShutdown(): Shutdown {
  let hasBegun = false;
  let underWay = 0;
  let lastCame = 0;

  return {
    isShuttingDown: () => hasBegun,
    async begin() {
      hasBegun = true;
      const begun = performance.now();
      const elapsed = () => performance.now() - begun;
      const isBusy = () => underWay > 0 || performance.now() - lastCame < SILENCE;
      while (elapsed() < LAST_CALL || (isBusy() && elapsed() < LONGEST_ANSWER)) await wait(50);
    },
    watch(app) {
      app.addHook('onRequest', ({ raw: request }, reply, done) => {
        underWay += 1;
        lastCame = performance.now();
        const over = () => {
          underWay -= 1;
        };
        reply.raw.once('close', () => {
          if (isBeingSent(request)) onceSent(request, over);
          else over();
        });
        done();
      });
      // A connection that is kept would be cut in the middle of its next request.
      app.addHook('onSend', ({ raw: request }, reply, _payload, done) => {
        if (hasBegun && !isBeingSent(request)) reply.header('connection', 'close');
        done();
      });
    },
  };
}

/**
 * It may be answered before it is all there: cut off then, the system would reset it, and no one would have read
 * a word.
 */
function isBeingSent({ complete, closed, headers }: IncomingMessage): boolean {
  if (complete || closed) return false;
  return Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined;
}

/** When it is all there, or its client is gone: of that an answered request hears nothing itself. */
function onceSent(request: IncomingMessage, then: () => void): void {
  const end = () => {
    request.off('close', end);
    request.socket.off('close', end);
    then();
  };
  request.once('close', end);
  request.socket.once('close', end);
}
