import { removeDeviceInput, subscribeInput } from '@onus/contract/notify/push';
import { router, signedIn } from '../core/trpc.ts';
import { listDevices, removeDevice } from './devices.ts';
import { subscribe } from './subscribe.ts';

/** The browsers of a person that get push messages (rule 9.8). */
export const pushRouter = router({
  /** What a browser subscribes with; null where the operator has not turned push on. */
  key: signedIn.query(({ ctx }) => ({ publicKey: ctx.pusher?.publicKey ?? null })),
  /** For the session of the call. */
  subscribe: signedIn
    .meta({ ledger: 'never' })
    .input(subscribeInput)
    .mutation(({ ctx, input }) => subscribe(ctx, input)),
  list: signedIn.query(({ ctx }) => ctx.read(listDevices)),
  remove: signedIn
    .meta({ ledger: 'never' })
    .input(removeDeviceInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => removeDevice(db, scope, input.id))),
});
