import { z } from 'zod';
import { timeInput } from '../dates/input.ts';
import { NOTICE_CHANNELS } from './settings.ts';

const channels = z
  .array(z.enum(NOTICE_CHANNELS, 'Channels must be push or mail'), 'Channels must be a list')
  .max(10, 'Name each channel once')
  .transform(named => NOTICE_CHANNELS.filter(one => named.includes(one)));

const kinds = z.strictObject({
  assigned: channels.optional(),
  due: channels.optional(),
  digest: channels.optional(),
  message: channels.optional(),
  shopping: channels.optional(),
});

/** Any part of the settings; what is not named stays. An empty list of channels turns a kind off. */
export const updateNotifyInput = z.object({
  kinds: kinds.optional(),
  digestAt: timeInput('Digest time').optional(),
  namesOnly: z.boolean().optional(),
});
export type UpdateNotify = z.output<typeof updateNotifyInput>;

export const shoppingInput = z.object({ on: z.boolean() });
export type Shopping = z.output<typeof shoppingInput>;

/** The token of a link in an email. */
export const stopInput = z.object({ token: z.string().max(200) });
