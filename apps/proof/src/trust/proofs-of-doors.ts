import { accessEndsNow } from './access-ends-now.ts';
import { armourOnEveryAnswer } from './armour.ts';
import { auditLog } from './audit-log.ts';
import { bigInput } from './big-input.ts';
import { clientsThatDoNotRead } from './clients-that-do-not-read.ts';
import { deactivated } from './deactivated.ts';
import { guessing } from './guessing.ts';
import { hostileQueries } from './hostile-queries.ts';
import { linksPointHome } from './links-point-home.ts';
import { loginFlood } from './login-flood.ts';
import { noCallBlocks } from './no-call-blocks.ts';
import { noRoleForOneself } from './no-role-for-oneself.ts';
import { oneUserCannotExhaust } from './one-user-cannot-exhaust.ts';
import { otherSites } from './other-sites.ts';
import { permissionsAtWriteTime } from './permissions-at-write-time.ts';
import type { Proof } from './promise.ts';
import { rightsAtAllDoors } from './rights-at-all-doors.ts';
import { rubbish } from './rubbish.ts';
import { sameDates } from './same-dates.ts';
import { sessionsDoNotEnd } from './sessions-do-not-end.ts';
import { singleUseLinks } from './single-use-links.ts';
import { slowClients } from './slow-clients.ts';
import { stolenCookie } from './stolen-cookie.ts';
import { stolenDatabase } from './stolen-database.ts';
import { storedText } from './stored-text.ts';
import { textComesBack } from './text-comes-back.ts';
import { unauthenticatedSockets } from './unauthenticated-sockets.ts';
import { visibleRowsOpen } from './visible-rows-open.ts';
import { whoHasAnAccount } from './who-has-an-account.ts';

/** Security: the guarantees about calls to the entry points. */
export const DOORS: readonly Proof[] = [
  rightsAtAllDoors,
  visibleRowsOpen,
  noRoleForOneself,
  accessEndsNow,
  deactivated,
  permissionsAtWriteTime,
  stolenCookie,
  sessionsDoNotEnd,
  stolenDatabase,
  singleUseLinks,
  whoHasAnAccount,
  guessing,
  loginFlood,
  slowClients,
  rubbish,
  bigInput,
  hostileQueries,
  storedText,
  otherSites,
  armourOnEveryAnswer,
  linksPointHome,
  textComesBack,
  sameDates,
  auditLog,
  noCallBlocks,
  clientsThatDoNotRead,
  oneUserCannotExhaust,
  unauthenticatedSockets,
];
