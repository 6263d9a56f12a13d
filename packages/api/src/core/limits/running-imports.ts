/** The imports under way in this process. What is there of any other one was left by a crash. */
export interface Imports {
  /** Runs the import of an id. The same id again waits until the one before has ended. */
  run<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** The ids of those under way. */
  running(): string[];
}

export function createImports(): Imports {
  const running = new Map<string, Promise<void>>();
  return {
    async run(id, work) {
      for (let before = running.get(id); before; before = running.get(id)) await before;
      const { promise, resolve } = Promise.withResolvers<void>();
      running.set(id, promise);
      try {
        return await work();
      } finally {
        running.delete(id);
        resolve();
      }
    },
    running: () => [...running.keys()],
  };
}
