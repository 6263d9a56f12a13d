import { accessEndsNow } from './access-ends-now.ts';
import { armourOnEveryAnswer } from './armour.ts';
import { bigInput } from './big-input.ts';
import { guessing } from './guessing.ts';
import { linksPointHome } from './links-point-home.ts';
import { noRoleForOneself } from './no-role-for-oneself.ts';
import { otherSites } from './other-sites.ts';
import type { Proof } from './promise.ts';
import { rightsAtAllDoors } from './rights-at-all-doors.ts';
import { rubbish } from './rubbish.ts';
import { singleUseLinks } from './single-use-links.ts';
import { stolenCookie } from './stolen-cookie.ts';
import { stolenDatabase } from './stolen-database.ts';
import { storedText } from './stored-text.ts';

/** "Nobody gets in": every promise about what comes through the doors. */
export const DOORS: readonly Proof[] = [
  rightsAtAllDoors,
  noRoleForOneself,
  accessEndsNow,
  stolenCookie,
  stolenDatabase,
  singleUseLinks,
  guessing,
  rubbish,
  bigInput,
  storedText,
  otherSites,
  armourOnEveryAnswer,
  linksPointHome,
];
