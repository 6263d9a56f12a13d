import type { groceryItem } from '@onus/db/schema/grocery';
import { isoTime } from '../core/rows/iso-time.ts';

export interface GroceryItem {
  id: string;
  /** Who added it, also by name. */
  userId: string;
  addedBy: { id: string; username: string };
  name: string;
  count: number;
  /** Dollars, exact to the cent. */
  price: number;
  purchased: boolean;
  /** The aisle in the shop; null for none. */
  section: string | null;
  createdAt: string;
}

/** An item as the database holds it, with the name of the person who added it. */
export type ItemRow = typeof groceryItem.$inferSelect & { username: string };

export function viewOfItem(row: ItemRow): GroceryItem {
  const { id, userId, username, name, count, priceCents, purchased, section, createdAt } = row;
  return {
    id,
    userId,
    addedBy: { id: userId, username },
    name,
    count,
    price: priceCents / 100,
    purchased,
    section,
    createdAt: isoTime(createdAt),
  };
}

/** The texts that people write. */
export function textsOfItem({ name, section, addedBy }: GroceryItem): string[] {
  return [name, section ?? '', addedBy.username];
}
