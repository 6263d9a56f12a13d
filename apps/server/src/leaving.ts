import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The end of a process, from the first word of it to the last answer. */
export interface Leaving {
  isOn(): boolean;
  /** From now on nobody is asked to stay. Ends when what came in is answered, or has had its time. */
  begin(): Promise<void>;
  /** Counts what comes in at a server. */
  watch(app: FastifyInstance): void;
}

/** Milliseconds in which new connections are still taken, so that who asks for our health hears of it. */
const LAST_CALL = 300;
/** On a busy machine what was sent before is still being read: so long nothing new may have come in. */
const SILENCE = 150;
/** And to the last answer, for whoever sends or reads slowly. */
const LONGEST_ANSWER = 6_500;

export function createLeaving(): Leaving {
  let isOn = false;
  let underWay = 0;
  let lastCame = 0;

  return {
    isOn: () => isOn,
    async begin() {
      isOn = true;
      const begun = performance.now();
      const elapsed = () => performance.now() - begun;
      const isBusy = () => underWay > 0 || performance.now() - lastCame < SILENCE;
      while (elapsed() < LAST_CALL || (isBusy() && elapsed() < LONGEST_ANSWER)) await wait(50);
    },
    watch(app) {
      app.addHook('onRequest', (_request, reply, done) => {
        underWay += 1;
        lastCame = performance.now();
        reply.raw.once('close', () => {
          underWay -= 1;
        });
        done();
      });
      // A connection that is kept would be cut in the middle of its next request.
      app.addHook('onSend', (_request, reply, _payload, done) => {
        if (isOn) reply.header('connection', 'close');
        done();
      });
    },
  };
}
