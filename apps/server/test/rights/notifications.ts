import { CALLERS, type Rule } from './rule.ts';

const anyone: Rule = { unnamed: true, heard: { own: CALLERS }, otherwise: 403 };

/** Notifications are one's own: no other person's can be named. */
export const NOTIFICATIONS: Record<string, Rule> = {
  'notify.settings': anyone,
  'notify.update': { ...anyone, input: () => ({ namesOnly: true }) },
  'notify.stop': { ...anyone, open: 400, input: () => ({ token: 'x' }) },
  'grocery.shopping': { ...anyone, input: () => ({ on: true }) },
  'grocery.shoppingUntil': anyone,
};
