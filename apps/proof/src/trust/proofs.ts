import type { Proof } from './promise.ts';

/** Every line of the promises, in their order. */
export const PROOFS: readonly Proof[] = [];
