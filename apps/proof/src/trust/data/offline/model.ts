/** The writes of a history, as a device queues them. */
export type OfflineCall =
  | { path: 'grocery.create'; input: { id: string; name: string; count: number; price: number } }
  | { path: 'grocery.adjust'; input: { id: string; by: number } }
  | { path: 'grocery.update'; input: { id: string; name: string; was: { name: string } } }
  | { path: 'grocery.update'; input: { id: string; purchased: boolean } }
  | { path: 'grocery.delete'; input: { id: string } }
  | { path: 'grocery.clearCart'; input: { ids: string[] } }
  | { path: 'chat.send'; input: { id: string; conversationId: string; message: string } };

interface Item {
  name: string;
  count: number;
  purchased: boolean;
}

/** What a household's list and thread must be after calls that were applied once each, in their order. */
export class Model {
  readonly items = new Map<string, Item>();
  readonly texts: string[] = [];
  readonly #deleted = new Set<string>();
  readonly #applied = new Set<string>();

  apply(op: string, { path, input }: OfflineCall): void {
    if (this.#applied.has(op)) return;
    this.#applied.add(op);
    if (path === 'chat.send') this.texts.push(input.message);
    else if (path === 'grocery.clearCart') this.#clear(input.ids);
    else if (path === 'grocery.delete') {
      this.#delete(input.id);
    } else if (path === 'grocery.create') {
      const { id, name, count } = input;
      if (!this.#deleted.has(id)) this.items.set(id, { name, count, purchased: false });
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
    this.items.delete(id);
    this.#deleted.add(id);
  }

  #change(input: { id: string; by?: number; name?: string; purchased?: boolean }): void {
    const item = this.items.get(input.id);
    if (!item) return;
    item.count += input.by ?? 0;
    item.name = input.name ?? item.name;
    item.purchased = input.purchased ?? item.purchased;
  }
}

/** What is compared of a list, whatever its order. */
export function listed(items: readonly (Item & { id: string })[]): string {
  return items
    .map(({ id, name, count, purchased }) => `${id} ${name} ${count} ${purchased}`)
    .sort()
    .join('\n');
}
