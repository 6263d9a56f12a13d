import type { Line, Load } from './load.ts';

type Kind = 'query' | 'mutation' | 'subscription';

/** The limits of one call of a person. */
export function limitsOf({ load, caller: { line } }: { load: Load; caller: { line: Line } }, person: string) {
  let leaveStream = () => {};
  let isRead = false;

  /** What was answered while a call waited for its turn may have filled the connection. */
  async function inTurn<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      const result = await load.turn(person, async () => {
        if (!line.hasRoom()) return null;
        load.demandRoom(person, line);
        return { value: await call() };
      });
      if (result) return result.value;
      await line.drained();
    }
  }

  return {
    /** Runs a call when the connection and the person have room for it. */
    async run<T>(type: Kind, signal: AbortSignal | undefined, call: () => Promise<T>): Promise<T> {
      const leave = load.enter(person, line);
      try {
        if (type === 'subscription') {
          leaveStream = load.subscribe(person, line);
          signal?.addEventListener('abort', leaveStream, { once: true });
        }
        await line.drained();
        return type === 'query' ? await inTurn(call) : await load.turn(person, call);
      } finally {
        leave();
        // A stream is read at once or never: the call was refused, its socket has closed, or its id is in use.
        if (type === 'subscription') setImmediate(() => isRead || leaveStream());
      }
    },
    answer: (data: unknown) => load.answer(line, data),
    /** Ends a piece of long work; it goes on when it is the person's turn. */
    pause: () => load.turn(person, async () => {}),
    /** Waits before each value until the client has taken those before. */
    async *stream(values: unknown) {
      isRead = true;
      try {
        for await (const value of values as AsyncIterable<unknown>) {
          await line.drained();
          yield value;
        }
      } finally {
        leaveStream();
      }
    },
  };
}
