import { z } from 'zod';

/** How many rows a page holds. The next one begins at the cursor it was answered with. */
export const pageLimit = z.number().int().min(1).max(100).default(50);
