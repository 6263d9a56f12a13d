import { z } from 'zod';

/** The id of an operation. Its first 48 bits are the time at which it was made. */
export const operationId = z.uuid({ version: 'v7', error: 'The operation id must be a version 7 UUID' });

/** Any UUID, of any version: what a REST client sends as Idempotency-Key. */
export const idempotencyKey = z.guid({ error: 'Idempotency-Key must be a UUID' });

/** A write as a browser keeps it until the server has a verdict on it. */
export const operation = z.object({
  op: operationId,
  /** A mutation of a router: `grocery.adjust`. */
  path: z.string().regex(/^[a-zA-Z]+(?:\.[a-zA-Z]+)+$/),
  /** Its input, as the procedure takes it. */
  input: z.unknown(),
  /** Epoch milliseconds by the browser's clock: shown to people, and never decides. */
  at: z.number().int().nonnegative(),
  /** `CONTRACT` of the app that made it. */
  v: z.number().int().min(1),
});

export type Operation = z.output<typeof operation>;

/** When an operation was made, in epoch milliseconds, as its id says. */
export function madeAt(op: string): number {
  return Number.parseInt(op.replaceAll('-', '').slice(0, 12), 16);
}
