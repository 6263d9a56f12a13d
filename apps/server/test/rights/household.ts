import type { Caller, Rule } from './rule.ts';

const MEMBERS: readonly Caller[] = ['user', 'employee', 'stranger'];
const BUT_ADMINS: readonly Caller[] = [...MEMBERS, 'manager', 'otherManager'];

/** An Admin's to do about anyone. The others are refused before anything is looked for. */
export const OF_ADMINS = {
  heard: { own: ['admin'], team: ['admin'], foreign: ['admin'] },
  seen: { own: BUT_ADMINS, team: BUT_ADMINS, foreign: BUT_ADMINS, missing: BUT_ADMINS },
  otherwise: 404,
} as const satisfies Rule;

/** Only an Admin moves people. The others are refused before the person is looked for. */
export const MOVING: Rule = {
  ...OF_ADMINS,
  input: ({ person: id }) => ({ id, managerId: null }),
};

/** A head hands over to an own member. Everyone else is refused alike, whether they exist or not. */
export const HANDING_OVER: Rule = {
  heard: { team: ['manager'], foreign: ['otherManager'] },
  seen: { own: MEMBERS, team: MEMBERS, foreign: MEMBERS, missing: MEMBERS },
  otherwise: 400,
  input: ({ person: to }) => ({ to }),
};
