import { z } from 'zod';
import { rowId } from '../id.ts';
import { LIMITS } from '../limits/lengths.ts';
import { nameCursor, pageLimit } from '../limits/page.ts';
import { text } from '../limits/text.ts';

/** Everyone with an account, by name. */
export const listUsersInput = z
  .object({
    /** Words of a name or an email, or their beginnings, without case and accents. */
    search: text(LIMITS.email).optional(),
    limit: pageLimit,
    /** The `nextCursor` of the previous page. */
    cursor: nameCursor,
  })
  .default({ limit: 50 });

/** The open invitations of everyone, the newest first. */
export const listInvitesInput = z
  .object({
    limit: pageLimit,
    /** The `nextCursor` of the previous page. */
    cursor: rowId.nullish(),
  })
  .default({ limit: 50 });

export const userSessionsInput = z.object({ userId: rowId });

/** Ends a session of anyone. */
export const endSessionInput = z.object({ id: rowId });

export type ListUsers = z.output<typeof listUsersInput>;
