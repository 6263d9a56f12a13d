import { createLazyModule } from '../../../lib/lazy-module.ts';

/** Loaded when a change waits or was refused. */
export const dialogs = createLazyModule(async () => {
  const [tray, leave] = await Promise.all([import('./tray.tsx'), import('./leave-dialog.tsx')]);
  return tray && leave && { Tray: tray.Tray, LeaveDialog: leave.LeaveDialog };
});
