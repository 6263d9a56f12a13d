import type { NoticeChannel, NotifySettings } from '@onus/contract/notify/settings';
import type { Services } from '../core/context.ts';
import type { Addressed } from './compose/compose.ts';
import type { Batch, Delivery } from './jobs.ts';
import { sendMail } from './mail.ts';
import { sendPush } from './push.ts';

export type Channel = (services: Services, batch: Batch, addressed: Addressed) => Promise<Delivery>;

/** Every channel; how many of its deliveries run at once, so that one slow host holds up few. */
export const CHANNELS: Record<NoticeChannel, { deliver: Channel; atOnce: number }> = {
  mail: { deliver: sendMail, atOnce: 4 },
  push: { deliver: sendPush, atOnce: 16 },
};

/** The channels of this installation. */
export function availableIn({
  pusher,
  mailer,
}: Pick<Services, 'pusher' | 'mailer'>): NotifySettings['available'] {
  return { push: pusher !== null, mail: mailer !== null };
}
