import { createLazyModule } from '../../../lib/lazy-module.ts';

/** The form of a row in edit mode. It loads when the pointer or the focus comes to a button that opens it. */
export const editForm = createLazyModule(() => import('./task-edit.tsx'));
