import type { Proof } from './promise.ts';
import { DOORS } from './proofs-of-doors.ts';

/** Every line of the promises, in their order. */
export const PROOFS: readonly Proof[] = [...DOORS];
