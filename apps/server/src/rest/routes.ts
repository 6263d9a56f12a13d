import { authRows } from './routes/auth.ts';
import { chatRows } from './routes/chat.ts';
import { groceryRows } from './routes/grocery.ts';
import { inviteRows } from './routes/invite.ts';
import { memberRows } from './routes/member.ts';
import { taskRows } from './routes/task.ts';
import type { Row } from './row.ts';

/** Rule 17 as one table: endpoint → procedure → shape. Paths outside /api are served under it too. */
export const routes: readonly Row[] = [
  ...authRows,
  ...taskRows,
  ...memberRows,
  ...inviteRows,
  ...groceryRows,
  ...chatRows,
];
