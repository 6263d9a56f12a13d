import { readQuickEntry } from '@onus/contract/quick-line/entry';
import { addedTo } from '../../../lib/words/added-to.ts';
import { rememberAdded } from '../added-task.ts';
import { QuickChips } from './quick-chips.tsx';
import { taskOf } from './task-of.ts';

/** In one module, so that it is one file in the browser. */
export const parts = { readQuickEntry, QuickChips, taskOf, addedTo, rememberAdded };
