import { z } from 'zod';

/** An item that a household of KitchenOwl knows. */
export const kitchenOwlItem = z.object({ name: z.string().trim(), category: z.string().trim().nullish() });

/** The export of a household of KitchenOwl: what Onus reads of it. It does not say what is on the lists. */
export const kitchenOwlExport = z.object({ items: z.array(z.unknown()) });
