import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/**
 * Has the browser sign with a passkey that it offers.
 * @param options of `passkey.signInOptions`. @throws what the person reads if there is none, or they cancel.
 */
export async function makeSignature(options: object) {
  // tRPC widens the types of binary fields, which are not used.
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const answer = await startAuthentication({ optionsJSON }).catch(refuse);
  return { ...answer, clientExtensionResults: {} };
}

/**
 * Has the browser make a passkey for the person who is signed in.
 * @param options of `passkey.registerOptions`. @throws what the person reads if it makes none.
 */
export async function makePasskey(options: object) {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const answer = await startRegistration({ optionsJSON }).catch(refuse);
  return { ...answer, clientExtensionResults: {} };
}

/** A browser says little about why: a person who cancels and one without a passkey look the same. */
function refuse(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  throw new Error(isKnown ? 'This device has a passkey for your account already.' : NONE);
}

const NONE = 'No passkey was used. Try again, or log in with your password.';
