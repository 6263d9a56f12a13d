/** A queue in which owners take turns, so that one with much work delays no other. */
export interface FairQueue<Work> {
  /** Waiting pieces. */
  size(): number;
  /** Waiting pieces of one owner. */
  sizeOf(owner: string): number;
  /** How many owners have waiting pieces. */
  owners(): number;
  add(owner: string, work: Work): void;
  /**
   * Takes the next piece and moves its owner to the end of the line.
   * @param mayRun whether a piece of an owner may run now; the others keep their place.
   */
  next(mayRun?: (owner: string) => boolean): { owner: string; work: Work } | undefined;
}

export function createFairQueue<Work>(): FairQueue<Work> {
  const waiting = new Map<string, Work[]>();
  let size = 0;
  return {
    size: () => size,
    sizeOf: owner => waiting.get(owner)?.length ?? 0,
    owners: () => waiting.size,
    add(owner, work) {
      size += 1;
      const works = waiting.get(owner);
      if (works) works.push(work);
      else waiting.set(owner, [work]);
    },
    next(mayRun = () => true) {
      for (const [owner, works] of waiting) {
        if (!mayRun(owner)) continue;
        const work = works.shift();
        waiting.delete(owner);
        if (work === undefined) continue;
        size -= 1;
        if (works.length > 0) waiting.set(owner, works);
        return { owner, work };
      }
      return undefined;
    },
  };
}
