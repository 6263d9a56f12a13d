import { z } from 'zod';
import { rowId } from '../id.ts';
import { filledText } from '../limits/text.ts';

/** Most characters of a credential id and of what an authenticator signs, in base64url; real ones are far shorter. */
const ID = 1_400;
const SHORT = 4_096;
const LONG = 16_384;

const credential = {
  id: z.string().max(ID),
  rawId: z.string().max(ID),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};

/** What the browser answers to the options of `passkey.registerOptions` (WebAuthn 3, as JSON). */
export const registerPasskeyInput = z.object({
  name: filledText(60, 'Name is required'),
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: z.string().max(SHORT),
      attestationObject: z.string().max(LONG),
    }),
  }),
});

/** What the browser answers to the options of `passkey.signInOptions`. */
export const passkeySignInInput = z.object({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: z.string().max(SHORT),
      authenticatorData: z.string().max(SHORT),
      signature: z.string().max(SHORT),
      userHandle: z.string().max(ID).nullish(),
    }),
  }),
});

export const deletePasskeyInput = z.object({ id: rowId });
