import { confirmTotpInput, ownerInput, resetSecondFactorInput } from '@onus/contract/auth/second-factor';
import { router, signedIn } from '../core/trpc.ts';
import { findStatus } from './find.ts';
import { confirmOwnTotp, removeOwnTotp, startOwnTotp } from './own-totp.ts';
import { isRequiredOf } from './owner.ts';
import { resetFor } from './reset-for.ts';

/** What a person may call who must set up a second factor first. It takes a password or returns secrets. */
const enrolling = signedIn.meta({ enrolls: true, ledger: 'never' });

/** One's authenticator app. */
export const totpRouter = router({
  start: enrolling.input(ownerInput).mutation(({ ctx, input }) => startOwnTotp(ctx, input)),
  confirm: enrolling.input(confirmTotpInput).mutation(({ ctx, input }) => confirmOwnTotp(ctx, input)),
  remove: signedIn
    .meta({ ledger: 'never' })
    .input(ownerInput)
    .mutation(({ ctx, input }) => removeOwnTotp(ctx, input)),
});

export const secondFactorRouter = router({
  status: signedIn
    .meta({ enrolls: true })
    .query(({ ctx }) => ctx.read((db, scope) => findStatus(db, scope, isRequiredOf(ctx, scope)))),

  /** For a person who cannot show theirs any more. */
  reset: signedIn.input(resetSecondFactorInput).mutation(({ ctx, input }) => resetFor(ctx, input.userId)),
});
