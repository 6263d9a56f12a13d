/** The longest accepted texts, in Unicode code points (rule 4.9). The server never shortens a text. */
export const LIMITS = {
  title: 200,
  description: 5_000,
  message: 4_000,
  itemName: 120,
  itemSection: 60,
  username: 100,
  email: 254,
  password: 128,
  tokenName: 100,
  search: 200,
  /** The address with a sign-in provider's answer. */
  callback: 8_000,
} as const;

/** The numbers of a person's tasks are counted up to this. */
export const MOST_COUNTED = 100;

/** The most items on the list of a household. Some calls read or remove all of them at once. */
export const MOST_ITEMS = 3_000;

/** The most items that one call clears from the cart by their ids. */
export const CLEARED_AT_ONCE = 1_000;

/** The most people who can join with one invitation. */
export const MOST_USES = 100;
