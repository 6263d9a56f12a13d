import { readQuickEntry } from '@onus/contract/quick-line/entry';
import { addedTo } from '../../../lib/words/added-to.ts';
import { rememberAdded } from '../added-task.ts';
import { knownPeople } from '../known-people.ts';
import { QuickChips } from './quick-chips.tsx';
import { taskOf } from './task-of.ts';

/** In one module, so that it is one file in the browser. */
export const parts = { readQuickEntry, QuickChips, createOf, addedTo, rememberAdded };

/** The input of `task.create` for a line, and what this browser knows about it. */
function createOf(...line: Parameters<typeof taskOf>) {
  const input = taskOf(...line);
  return [input, { people: knownPeople(input.assignees) }] as const;
}
