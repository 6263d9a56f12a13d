import type { NoticeChannel } from '@onus/contract/notify/settings';

/** How deliveries have ended since the start, for /metrics. */
export interface DeliveryCounts {
  add(channel: NoticeChannel, result: DeliveryResult): void;
  all(): { channel: NoticeChannel; result: DeliveryResult; count: number }[];
}

/** `retried`: this attempt failed, another one follows. `failed`: it was the last one. */
export const DELIVERY_RESULTS = ['sent', 'retried', 'failed', 'dropped'] as const;
export type DeliveryResult = (typeof DELIVERY_RESULTS)[number];

export function createDeliveryCounts(): DeliveryCounts {
  const counts = new Map<string, { channel: NoticeChannel; result: DeliveryResult; count: number }>();
  return {
    add(channel, result) {
      const name = `${channel} ${result}`;
      const one = counts.get(name) ?? { channel, result, count: 0 };
      counts.set(name, { ...one, count: one.count + 1 });
    },
    all: () => [...counts.values()],
  };
}
