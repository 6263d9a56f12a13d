import { allOrNothing } from './all-or-nothing.ts';
import { backup } from './backup.ts';
import { cleanStop } from './clean-stop.ts';
import { crash } from './crash.ts';
import { largeUpgrade } from './large-upgrade.ts';
import { memoryDoesNotGrow } from './memory-does-not-grow.ts';
import { messages } from './messages.ts';
import { okMeansStored } from './ok-means-stored.ts';
import { powerCut } from './power-cut.ts';
import type { Proof } from './promise.ts';
import { seriesSchedule } from './series-schedule.ts';
import { fullDisk, lockedFile } from './storage.ts';
import { upgrade } from './upgrade.ts';

/** Nothing is lost. */
export const DATA: readonly Proof[] = [
  crash,
  powerCut,
  allOrNothing,
  backup,
  cleanStop,
  upgrade,
  largeUpgrade,
  fullDisk,
  lockedFile,
  messages,
  seriesSchedule,
  okMeansStored,
  memoryDoesNotGrow,
];
