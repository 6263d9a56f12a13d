import { z } from 'zod';

/** Where a browser resumes: the id of the last event it has received, in the form that the server gave it. */
export const onChangeSinceInput = z.object({ lastEventId: z.string().max(100).nullish() }).default({});
