/** An item as the list shows it; the server's view has the same fields. */
export interface ItemRow {
  id: string;
  userId: string;
  addedBy: { id: string; username: string };
  name: string;
  count: number;
  price: number;
  purchased: boolean;
  section: string | null;
  createdAt: string;
}
