import { crash } from './crash.ts';
import { powerCut } from './power-cut.ts';
import type { Proof } from './promise.ts';

/** Nothing is lost. */
export const DATA: readonly Proof[] = [crash, powerCut];
