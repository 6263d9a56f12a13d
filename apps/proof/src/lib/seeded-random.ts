/** A random number generator that returns the same numbers at every run: `random(n)` is from 0 to n - 1. */
export type Random = (sides: number) => number;

export function seededRandom(seed: number): Random {
  let state = seed;
  return sides => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** A random element. */
export function pick<T>(random: Random, several: readonly T[]): T {
  const chosen = several[random(several.length)];
  if (chosen === undefined) throw new Error('there is nothing to choose from');
  return chosen;
}
