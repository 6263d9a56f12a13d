import { deletePasskeyInput, passkeySignInInput, registerPasskeyInput } from '@onus/contract/auth/passkey';
import { ownerInput } from '@onus/contract/auth/second-factor';
import { publicProcedure, router, signedIn } from '../core/trpc.ts';
import { listPasskeys } from './find.ts';
import { registerPasskey, registrationOptions } from './own-passkeys.ts';
import { signInOptions, signInWithPasskey } from './sign-in.ts';
import { deletePasskey } from './write.ts';

/** A passkey is a second factor too, so who must set one up may call this. */
const enrolling = signedIn.meta({ enrolls: true, ledger: 'never' });

export const passkeyRouter = router({
  registerOptions: enrolling.input(ownerInput).mutation(({ ctx, input }) => registrationOptions(ctx, input)),
  register: enrolling.input(registerPasskeyInput).mutation(({ ctx, input }) => registerPasskey(ctx, input)),

  list: signedIn.query(({ ctx }) => ctx.read(listPasskeys)),
  delete: signedIn
    .meta({ ledger: 'never' })
    .input(deletePasskeyInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => deletePasskey(db, scope, input.id))),

  signInOptions: publicProcedure.mutation(({ ctx }) => signInOptions(ctx)),
  signIn: publicProcedure
    .input(passkeySignInInput)
    .mutation(({ ctx, input }) => signInWithPasskey(ctx, input)),
});
