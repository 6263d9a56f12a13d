import { z } from 'zod';
import { rowId } from '../id.ts';
import { filledText } from '../limits/text.ts';

/** Devices of one person that get push messages. */
export const MOST_DEVICES = 10;

/** Most characters of an endpoint; real ones have about 200. */
const ENDPOINT = 1_000;

/** A browser's PushSubscription as JSON, with a name for the device. */
export const subscribeInput = z.object({
  endpoint: z
    .string('Endpoint is required')
    .max(ENDPOINT, `Endpoint must have at most ${ENDPOINT} characters`),
  keys: z.object(
    {
      /** The browser's public key: a point of P-256, uncompressed. */
      p256dh: base64url(65, 'The key p256dh must be 65 bytes in base64url'),
      auth: base64url(16, 'The key auth must be 16 bytes in base64url'),
    },
    'Keys are required',
  ),
  name: filledText(60, 'Name is required'),
});
export type Subscribe = z.output<typeof subscribeInput>;

export const removeDeviceInput = z.object({ id: rowId });

/**
 * What a push message says, in the form of Declarative Web Push: Safari shows it without our worker. The worker shows it
 * elsewhere.
 */
export interface PushMessage {
  web_push: 8030;
  notification: {
    title: string;
    body?: string;
    /** The address that a click opens. */
    navigate: string;
    /** A later notification with the same tag replaces this one. */
    tag: string;
  };
}

function decodedLength(text: string): number {
  return Math.floor((text.replace(/=+$/, '').length * 3) / 4);
}

function base64url(bytes: number, message: string) {
  return z
    .string(message)
    .max(200, message)
    .regex(/^[\w-]+={0,2}$/, message)
    .refine(text => decodedLength(text) === bytes, message);
}
