import { CALLERS, type Rule } from './rule.ts';

const credential = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} };
const registration = { clientDataJSON: 'x', attestationObject: 'x' };
const signature = { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' };

/** Passkeys are one's own: no other person's can be named. Their own tests have those that a device has signed. */
export const PASSKEYS: Record<string, Rule> = {
  'passkey.registerOptions': {
    unnamed: true,
    heard: {},
    otherwise: 400,
    input: () => ({ currentPassword: '' }),
  },
  'passkey.register': {
    unnamed: true,
    heard: {},
    otherwise: 400,
    input: () => ({ name: 'x', response: { ...credential, response: registration } }),
  },
  'passkey.list': { unnamed: true, heard: { own: CALLERS }, otherwise: 403 },
  'passkey.delete': { heard: {}, otherwise: 404, input: ({ task: id }) => ({ id }) },
  'passkey.signInOptions': { unnamed: true, heard: {}, otherwise: 403, open: 200 },
  'passkey.signIn': {
    unnamed: true,
    heard: {},
    otherwise: 403,
    open: 401,
    input: () => ({ response: { ...credential, response: signature } }),
  },
};
