import { z } from 'zod';
import { email, username } from './auth.ts';

/** Settings tab: one's own name and email (spec 2). A field left out stays as it is. */
export const updateSelfInput = z.object({ username: username.optional(), email: email.optional() });
