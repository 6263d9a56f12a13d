import { auditLog } from './access/accounts/audit-log.ts';
import { guessing } from './access/accounts/guessing.ts';
import { linksPointHome } from './access/accounts/links-point-home.ts';
import { singleUseLinks } from './access/accounts/single-use-links.ts';
import { stolenDatabase } from './access/accounts/stolen-database.ts';
import { whoHasAnAccount } from './access/accounts/who-has-an-account.ts';
import { noRoleForOneself } from './access/rights/no-role-for-oneself.ts';
import { permissionsAtWriteTime } from './access/rights/permissions-at-write-time.ts';
import { rightsAtAllEntryPoints } from './access/rights/rights-at-all-entry-points.ts';
import { visibleRowsOpen } from './access/rights/visible-rows-open.ts';
import { accessEndsNow } from './access/sessions/access-ends-now.ts';
import { deactivated } from './access/sessions/deactivated.ts';
import { sessionsDoNotEnd } from './access/sessions/sessions-do-not-end.ts';
import { sessionsInBrowser } from './access/sessions/sessions-in-browser.ts';
import { stolenCookie } from './access/sessions/stolen-cookie.ts';
import { allOrNothing } from './data/all-or-nothing.ts';
import { backup } from './data/backup.ts';
import { householdsMove } from './data/households-move.ts';
import { messages } from './data/messages.ts';
import { arrivesExactlyOnce } from './data/offline/browsers/arrives-exactly-once.ts';
import { noLostKeystrokes } from './data/offline/browsers/no-lost-keystrokes.ts';
import { opensOffline } from './data/offline/browsers/opens-offline.ts';
import { restoredServer } from './data/offline/browsers/restored-server.ts';
import { twoShoppers } from './data/offline/browsers/two-shoppers.ts';
import { offlineHistories } from './data/offline/offline-histories.ts';
import { okMeansStored } from './data/ok-means-stored.ts';
import { sameDates } from './data/same-dates.ts';
import { seriesSchedule } from './data/series/series-schedule.ts';
import { textComesBack } from './data/text-comes-back.ts';
import { cleanStop } from './faults/clean-stop.ts';
import { crash } from './faults/crash.ts';
import { largeUpgrade } from './faults/large-upgrade.ts';
import { clientsThatDoNotRead } from './faults/load/clients-that-do-not-read.ts';
import { noCallBlocks } from './faults/load/event-loop/no-call-blocks.ts';
import { loginFlood } from './faults/load/login-flood.ts';
import { oneUserCannotExhaust } from './faults/load/one-user/one-user-cannot-exhaust.ts';
import { oneUserLeavesSockets } from './faults/load/one-user/one-user-leaves-sockets.ts';
import { slowClients } from './faults/load/slow-clients.ts';
import { memoryDoesNotGrow } from './faults/load/soak/memory-does-not-grow.ts';
import { unauthenticatedSockets } from './faults/load/unauthenticated-sockets.ts';
import { notifications } from './faults/notifications.ts';
import { powerCut } from './faults/power-cut.ts';
import { fullDisk, lockedFile } from './faults/storage.ts';
import { upgrade } from './faults/upgrade.ts';
import { bigInput } from './input/big-input.ts';
import { hostileQueries } from './input/hostile-queries.ts';
import { malformedInput } from './input/malformed-input.ts';
import { otherSites } from './input/other-sites.ts';
import { securityHeaders } from './input/security-headers.ts';
import { storedText } from './input/stored-text.ts';
import type { Proof } from './proof.ts';

/** Every guarantee, in the order of docs/guarantees.md. */
export const PROOFS: readonly Proof[] = [
  crash,
  powerCut,
  notifications,
  allOrNothing,
  backup,
  householdsMove,
  cleanStop,
  upgrade,
  largeUpgrade,
  fullDisk,
  lockedFile,
  messages,
  seriesSchedule,
  okMeansStored,
  offlineHistories,
  noLostKeystrokes,
  arrivesExactlyOnce,
  twoShoppers,
  opensOffline,
  restoredServer,
  memoryDoesNotGrow,
  rightsAtAllEntryPoints,
  visibleRowsOpen,
  noRoleForOneself,
  accessEndsNow,
  deactivated,
  permissionsAtWriteTime,
  stolenCookie,
  sessionsDoNotEnd,
  sessionsInBrowser,
  stolenDatabase,
  singleUseLinks,
  whoHasAnAccount,
  guessing,
  loginFlood,
  slowClients,
  malformedInput,
  bigInput,
  hostileQueries,
  storedText,
  otherSites,
  securityHeaders,
  linksPointHome,
  textComesBack,
  sameDates,
  auditLog,
  noCallBlocks,
  clientsThatDoNotRead,
  oneUserCannotExhaust,
  oneUserLeavesSockets,
  unauthenticatedSockets,
];
