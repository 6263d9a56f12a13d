import { z } from 'zod';

/** Where a browser resumes: the id of the last event it has received. Nobody knows the id of another server's. */
export const onChangeSinceInput = z.object({ lastEventId: z.string().max(100).nullish() }).default({});
