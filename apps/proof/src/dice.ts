/** The same numbers at every run: `random(n)` is from 0 to n - 1. */
export type Dice = (sides: number) => number;

export function dice(seed: number): Dice {
  let state = seed;
  return sides => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** One of several. */
export function oneOf<T>(random: Dice, several: readonly T[]): T {
  const chosen = several[random(several.length)];
  if (chosen === undefined) throw new Error('there is nothing to choose from');
  return chosen;
}
