/** Whose work runs next. */
export interface Turns {
  /** Runs work of a person when it is its turn. */
  run<T>(person: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Runs one piece of work after the other, and goes on in the next turn of the event loop when one turn took
 * long: what arrives then waits for a piece of work and not for all of them. Of several people who wait, each
 * has one in turn. Work that waits for something itself holds up no other.
 * @param budget milliseconds of work in one turn.
 */
export function createTurns(budget: number): Turns {
  const waiting = new Map<string, (() => Promise<unknown>)[]>();
  let began: number | null = null;
  let running: (() => Promise<unknown>) | null = null;

  function nextTurn(): void {
    running = null;
    began = null;
    if (waiting.size > 0) step();
  }

  function step(): void {
    if (began === null) {
      began = performance.now();
      setImmediate(nextTurn);
    } else if (performance.now() - began >= budget) return;
    const work = first();
    if (!work) return;
    running = work;
    void work().finally(() => {
      if (running !== work) return;
      running = null;
      step();
    });
  }

  /** The first in line has one, and goes to the end of the line with what is left. */
  function first(): (() => Promise<unknown>) | undefined {
    const [head] = waiting;
    if (!head) return undefined;
    const [person, works] = head;
    const work = works.shift();
    waiting.delete(person);
    if (works.length > 0) waiting.set(person, works);
    return work;
  }

  return {
    run<T>(person: string, work: () => Promise<T>) {
      const { promise, resolve } = Promise.withResolvers<T>();
      const begin = () => {
        const result = work();
        resolve(result);
        return result.catch(() => {});
      };
      const works = waiting.get(person);
      if (works) works.push(begin);
      else waiting.set(person, [begin]);
      if (running === null) step();
      return promise;
    },
  };
}
