import { createLazyModule } from '../../lib/lazy-module.ts';

/** The form in which a line goes on as a task. */
export const addTask = createLazyModule(() => import('../../features/task/edit/add-task-dialog.tsx'));
