/** How much a database holds. Every person has the same number of everything. */
export interface Size {
  people: number;
  /** People in each household; the first is its manager. Without it no one has a manager. */
  household?: number;
  tasksEach: number;
  todayEach: number;
  /** Messages per conversation. The people write to each other in pairs. */
  messages: number;
}

/** The data sets of the measurements, and smaller ones for the tests. */
export interface Sizes {
  reference: Size;
  /** One person, a manager, with all the tasks. */
  manager: Size;
  /** The data set for json-server: a smaller reference with as many tasks as messages. */
  tenThousand: Size;
  few: Size;
  many: Size;
  /** More than any installation is known to have: 10,000 households, 10,000,000 tasks and 1,000,000 messages. */
  huge: Size;
}

/** @param most tasks of the largest database. */
export function fullSizes(most: number): Sizes {
  const growing = { people: 20, todayEach: 10, messages: 200 };
  return {
    reference: { people: 1_000, tasksEach: 100, todayEach: 10, messages: 200 },
    manager: { people: 1, tasksEach: 100_000, todayEach: 10, messages: 0 },
    tenThousand: { people: 100, tasksEach: 100, todayEach: 10, messages: 200 },
    few: { ...growing, tasksEach: 50 },
    many: { ...growing, tasksEach: most / growing.people },
    huge: { people: 40_000, household: 4, tasksEach: 250, todayEach: 10, messages: 50 },
  };
}

const SMALL: Size = { people: 6, tasksEach: 40, todayEach: 10, messages: 30 };

export const SMOKE_SIZES: Sizes = {
  reference: SMALL,
  manager: { people: 1, tasksEach: 200, todayEach: 10, messages: 0 },
  tenThousand: SMALL,
  few: SMALL,
  many: { ...SMALL, tasksEach: 80 },
  huge: { ...SMALL, household: 3 },
};
