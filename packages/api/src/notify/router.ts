import { stopInput, updateNotifyInput } from '@onus/contract/notify/inputs';
import { publicProcedure, router, signedIn } from '../core/trpc.ts';
import { availableIn } from './channels.ts';
import { readSettings, updateSettings } from './settings.ts';
import { stopByLink } from './stop.ts';

/** What a person is notified of, and how (rule 9.8). */
export const notifyRouter = router({
  settings: signedIn.query(({ ctx }) => ({ ...ctx.read(readSettings), available: availableIn(ctx) })),
  update: signedIn
    .input(updateNotifyInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => updateSettings(db, scope, input))),
  /** Follows the link in an email that stops emails of its kind. */
  stop: publicProcedure.input(stopInput).mutation(({ ctx, input }) => stopByLink(ctx, input.token)),
});
