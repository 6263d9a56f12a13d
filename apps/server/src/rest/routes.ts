import type { Row } from './row.ts';
import { authRows } from './rows/auth.ts';
import { groceryRows } from './rows/groceries.ts';
import { messageRows } from './rows/messages.ts';
import { peopleRows } from './rows/people.ts';
import { taskRows } from './rows/tasks.ts';

/** Spec section 7 as one table: endpoint → procedure → shape. Paths outside /api are served under it too. */
export const routes: readonly Row[] = [
  ...authRows,
  ...taskRows,
  ...peopleRows,
  ...groceryRows,
  ...messageRows,
];
