import { auditRouter } from './admin/audit/router.ts';
import { installRouter } from './admin/install/router.ts';
import { adminRouter } from './admin/router.ts';
import { inviteRouter } from './auth/invite/router.ts';
import { authRouter } from './auth/router.ts';
import { chatRouter } from './chat/router.ts';
import { createCallerFactory, router } from './core/trpc.ts';
import { editsRouter } from './edits/router.ts';
import { feedRouter } from './feed/router.ts';
import { groceryRouter } from './grocery/router.ts';
import { liveRouter } from './live/router.ts';
import { managerRouter } from './manager/router.ts';
import { memberRouter } from './member/router.ts';
import { notifyRouter } from './notify/router.ts';
import { oidcRouter } from './oidc/router.ts';
import { passkeyRouter } from './passkey/router.ts';
import { pushRouter } from './push/router.ts';
import { searchRouter } from './search/router.ts';
import { secondFactorRouter, totpRouter } from './second-factor/router.ts';
import { taskRouter } from './task/router.ts';
import { tokenRouter } from './token/router.ts';
import { archiveRouter } from './transfer/archive/router.ts';
import { sheetRouter } from './transfer/sheet/router.ts';

export const appRouter = router({
  auth: authRouter,
  invite: inviteRouter,
  totp: totpRouter,
  secondFactor: secondFactorRouter,
  passkey: passkeyRouter,
  task: taskRouter,
  manager: managerRouter,
  member: memberRouter,
  grocery: groceryRouter,
  chat: chatRouter,
  live: liveRouter,
  notify: notifyRouter,
  push: pushRouter,
  oidc: oidcRouter,
  search: searchRouter,
  edits: editsRouter,
  archive: archiveRouter,
  sheet: sheetRouter,
  audit: auditRouter,
  install: installRouter,
  token: tokenRouter,
  feed: feedRouter,
  admin: adminRouter,
});
export type AppRouter = typeof appRouter;

/** The procedures as plain functions: what REST, the sockets and the tests call. */
export const createCaller = createCallerFactory(appRouter);
