import type { ItemRow } from '@onus/contract/fold/item-row';

/** The writes of a history, as a device queues them. */
export type OfflineCall =
  | { path: 'grocery.create'; input: { id: string; name: string; count: number; price: number } }
  | { path: 'grocery.adjust'; input: { id: string; by: number } }
  | { path: 'grocery.update'; input: { id: string; name: string; was: { name: string } } }
  | { path: 'grocery.update'; input: { id: string; price: number; was: { price: number } } }
  | { path: 'grocery.update'; input: { id: string; section: string; was: { section: string | null } } }
  | { path: 'grocery.update'; input: { id: string; purchased: boolean } }
  | { path: 'grocery.delete'; input: { id: string } }
  | { path: 'grocery.restore'; input: { id: string }; removed: ItemRow }
  | { path: 'grocery.clearCart'; input: { ids: string[] } }
  | { path: 'chat.send'; input: { id: string; conversationId: string; message: string } }
  | { path: 'chat.edit'; input: { id: string; message: string; was: { message: string } } }
  | { path: 'chat.delete'; input: { id: string } };

type Item = Pick<ItemRow, 'name' | 'count' | 'price' | 'purchased' | 'section'>;

/** What a household's list and thread must be after calls that were applied once each, in their order. */
export class Model {
  readonly items = new Map<string, Item>();
  /** The texts by the ids of the messages, oldest first. That of a deleted one is empty. */
  readonly texts = new Map<string, string>();
  readonly #deleted = new Map<string, Item>();
  readonly #applied = new Set<string>();

  apply(op: string, { path, input }: OfflineCall): void {
    if (this.#applied.has(op)) return;
    this.#applied.add(op);
    if (path === 'chat.send' || path === 'chat.edit') this.texts.set(input.id, input.message);
    else if (path === 'chat.delete') this.texts.set(input.id, '');
    else if (path === 'grocery.restore') this.#restore(input.id);
    else if (path === 'grocery.clearCart') this.#clear(input.ids);
    else if (path === 'grocery.delete') {
      this.#delete(input.id);
    } else if (path === 'grocery.create') {
      const { id, ...item } = input;
      if (!this.#deleted.has(id)) this.items.set(id, { ...item, purchased: false, section: null });
    } else this.#change(input);
  }

  isDeleted(id: string): boolean {
    return this.#deleted.has(id);
  }

  /** The list as text, to compare. */
  shown(): string {
    return listed([...this.items].map(([id, item]) => ({ id, ...item })));
  }

  #clear(ids: string[]): void {
    for (const id of ids) if (this.items.get(id)?.purchased) this.#delete(id);
  }

  #delete(id: string): void {
    const item = this.items.get(id);
    if (item) this.#deleted.set(id, item);
    this.items.delete(id);
  }

  #restore(id: string): void {
    const item = this.#deleted.get(id);
    if (item) this.items.set(id, item);
    this.#deleted.delete(id);
  }

  #change({
    id,
    by = 0,
    was: _was,
    ...set
  }: { id: string; by?: number; was?: object } & Partial<Item>): void {
    const item = this.items.get(id);
    if (item) Object.assign(item, { count: item.count + by }, set);
  }
}

/** What is compared of a list, whatever its order. */
export function listed(items: readonly (Item & { id: string })[]): string {
  return items
    .map(
      ({ id, name, count, price, purchased, section }) =>
        `${id} ${name} ${count} ${price} ${purchased} ${section}`,
    )
    .sort()
    .join('\n');
}
