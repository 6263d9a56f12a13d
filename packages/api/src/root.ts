import { archiveRouter } from './archive/router.ts';
import { auditRouter } from './audit/router.ts';
import { authRouter } from './auth/router.ts';
import { chatRouter } from './chat/router.ts';
import { groceryRouter } from './grocery/router.ts';
import { installRouter } from './install/router.ts';
import { managerRouter } from './manager/router.ts';
import { memberRouter } from './member/router.ts';
import { sheetRouter } from './sheet/router.ts';
import { taskRouter } from './task/router.ts';
import { createCallerFactory, router } from './trpc.ts';

export const appRouter = router({
  auth: authRouter,
  task: taskRouter,
  manager: managerRouter,
  member: memberRouter,
  grocery: groceryRouter,
  chat: chatRouter,
  archive: archiveRouter,
  sheet: sheetRouter,
  audit: auditRouter,
  install: installRouter,
});
export type AppRouter = typeof appRouter;

/** The procedures as plain functions: what REST, the sockets and the tests call. */
export const createCaller = createCallerFactory(appRouter);
