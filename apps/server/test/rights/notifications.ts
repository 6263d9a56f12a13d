import { CALLERS, type Rule } from './rule.ts';

const anyone: Rule = { unnamed: true, heard: { own: CALLERS }, otherwise: 403 };

/** A point of P-256, and a secret. */
export const SUBSCRIPTION = {
  endpoint: 'https://push.example/1',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  name: 'Phone',
};

/** Notifications are one's own: no other person's can be named. */
export const NOTIFICATIONS: Record<string, Rule> = {
  'notify.settings': anyone,
  'notify.update': { ...anyone, input: () => ({ namesOnly: true }) },
  'notify.stop': { ...anyone, open: 400, input: () => ({ token: 'x' }) },
  'push.key': anyone,
  // The server of these tests has push off: everyone is told so.
  'push.subscribe': { ...anyone, heard: {}, otherwise: 409, input: () => SUBSCRIPTION },
  'push.list': anyone,
  // There is no device of this id.
  'push.remove': { heard: {}, otherwise: 404, input: ({ task: id }) => ({ id }) },
  'grocery.shopping': { ...anyone, input: () => ({ on: true }) },
  'grocery.shoppingUntil': anyone,
};
