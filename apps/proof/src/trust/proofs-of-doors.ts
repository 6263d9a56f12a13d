import type { Proof } from './promise.ts';

/** Nobody gets in. */
export const DOORS: readonly Proof[] = [];
