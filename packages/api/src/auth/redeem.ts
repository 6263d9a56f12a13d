import type { activateInput } from '@onus/contract/auth/inputs';
import { ACTIVATION_SHORTEST } from '@onus/contract/auth/password';
import type { z } from 'zod';
import type { VisitorCall } from '../core/access.ts';
import { DomainError } from '../core/errors.ts';
import { findOpenLink } from '../link/find.ts';
import { redeemLink } from '../link/issue.ts';
import { lookUp } from '../link/look-up.ts';
import { countPasskeys } from '../second-factor/find.ts';
import { signIn } from './sign-in.ts';

/** What is said of a new password. */
export interface Redeemed {
  message: string;
  /** Only with the first password. */
  accessToken?: string;
}

/**
 * Sets the password of the account behind a link. The first one also signs in; a reset does not, because the person may
 * have lost the account to another. The link is looked up before the password is hashed, and once more when it is used.
 */
export async function redeem(
  ctx: VisitorCall,
  { token, password }: z.output<typeof activateInput>,
): Promise<Redeemed> {
  const { kind } = await lookUp(ctx, (db, visitor) => findOpenLink(db, visitor, token));
  const { address } = ctx.caller;
  const passwordHash = await ctx.passwords.hash(password, ACTIVATION_SHORTEST, { address });
  if (kind === 'activation') {
    try {
      // Over a socket, which cannot sign in, it is refused before the link is used.
      const { accessToken } = await signIn(ctx, (db, visitor) =>
        redeemLink(db, visitor, token, passwordHash),
      );
      return { message: 'Your password is set. You are signed in.', accessToken };
    } catch (error) {
      // A link is no second factor: who has one sets the password and logs in with both.
      if (!(error instanceof DomainError && error.code === 'SECOND_FACTOR')) throw error;
    }
  }
  const passkeys = await ctx.write((db, visitor) => {
    const { id } = redeemLink(db, visitor, token, passwordHash);
    return countPasskeys(db, visitor, id);
  });
  return { message: `Your password is set. You can log in now.${passkeys > 0 ? OF_PASSKEYS : ''}` };
}

/** They outlive the password, and someone who knew the old one may have added one. */
const OF_PASSKEYS = ' Passkeys still sign in to this account: delete those that are not yours in Settings.';
