import { appRouter } from '@onus/api/root';

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
const MUTATIONS = Object.keys(procedures).filter(path => procedures[path]?._def.type === 'mutation');

/** They return a secret or take one, need no session, or change nothing. */
export const WITHOUT_OPERATION = [
  ...['login', 'register', 'refresh', 'logout', 'activate', 'takeBackEmail', 'requestReset'].map(
    name => `auth.${name}`,
  ),
  'notify.stop',
  'oidc.start',
  'oidc.finish',
  'oidc.link',
  'invite.create',
  'invite.redeem',
  'member.link',
  'totp.start',
  'totp.confirm',
  'totp.remove',
  ...['registerOptions', 'register', 'delete', 'signInOptions', 'signIn'].map(name => `passkey.${name}`),
  'sheet.preview',
  'token.create',
  'feed.create',
  'push.subscribe',
  'push.remove',
  'auth.signOutEverywhere',
  'admin.backUp',
  'admin.testMail',
  'admin.testPush',
];

export const WITH_OPERATION = MUTATIONS.filter(path => !WITHOUT_OPERATION.includes(path));
