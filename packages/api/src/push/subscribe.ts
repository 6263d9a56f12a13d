import type { Subscribe } from '@onus/contract/notify/push';
import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import type { Scope } from '../core/scope.ts';
import { addDevice, type DeviceView } from './devices.ts';

/**
 * Has the session of the caller get push messages, in place of what it had before.
 * @throws DomainError BAD_REQUEST for an address that is not public https, CONFLICT where push is off or for one device
 * too many.
 */
export async function subscribe(ctx: Context & Access<Scope>, input: Subscribe): Promise<DeviceView> {
  if (!ctx.pusher) throw new DomainError('CONFLICT', "Push isn't set up on this server. Set PUSH=on.");
  const { endpoint, keys, name } = input;
  const target = { endpoint, ...keys };
  const refusal = await ctx.pusher.refusalOf(target);
  if (refusal) throw new DomainError('BAD_REQUEST', refusal);
  return ctx.write((db, scope) => addDevice(db, scope, { ...target, name }));
}
