import { foldMessages, type MessageRow, sentInto } from '@onus/contract/fold/chat';
import { foldItems } from '@onus/contract/fold/grocery';
import type { ItemRow } from '@onus/contract/fold/item-row';
import { type Fate, type Operation, onList } from '@onus/contract/fold/operation';
import type { OfflineCall } from './model.ts';
import type { Person, Response, Transport } from './transport.ts';

/** An operation in the outbox of a device. */
export type Queued = OfflineCall & Fate & { op: string; at: number };

/** What a device got from the server, and when it asked for it. */
interface Read {
  requestedAt: number;
  items: ItemRow[];
  messages: MessageRow[];
}

/** Calls in one request, as the app sends them. */
const BATCH = 20;

/**
 * A browser without its screen: an outbox, the server's last responses, and the shipped folds over them. Time is a
 * number that grows with every step, so that every history is the same at every run.
 */
export class Device {
  readonly person: Person;
  readonly #transport: Transport;
  readonly #tick: () => number;
  #queue: Queued[] = [];
  #read: Read = { requestedAt: 0, items: [], messages: [] };
  #late: Read | null = null;
  readonly #sent = new Set<string>();
  /** How many responses of the lists it has shown. */
  reads = 0;

  constructor(person: Person, transport: Transport, tick: () => number) {
    this.person = person;
    this.#transport = transport;
    this.#tick = tick;
  }

  /** How many operations wait. */
  get waiting(): number {
    return this.#open().length;
  }

  make(op: string, call: OfflineCall): void {
    if (call.path === 'chat.send') this.#sent.add(call.input.id);
    this.#queue.push({ ...call, op, at: this.#tick() });
  }

  /** The list as the screen shows it. */
  items(): readonly ItemRow[] {
    const { items, requestedAt } = this.#read;
    return foldItems(items, this.#onList(requestedAt), this.person);
  }

  /** The thread as the screen shows it: the ids and texts of its messages. */
  texts(): [string, string][] {
    const { messages, requestedAt } = this.#read;
    const queued = this.#onList(requestedAt);
    const stored = foldMessages(messages, queued);
    const sent = sentInto(this.person.thread, messages, queued);
    return [
      ...stored.map(({ id, message }): [string, string] => [id, message]),
      ...sent.map(({ id, text }): [string, string] => [id, text]),
    ];
  }

  /** Whether it has written a message. */
  hasSent(id: string): boolean {
    return this.#sent.has(id);
  }

  /** Asks for the lists; what comes is kept until `receive`, so that other things can happen in between. */
  async ask(): Promise<void> {
    const requestedAt = this.#tick();
    const lists = await this.#transport.lists(this.person);
    if (lists) this.#late = { ...lists, requestedAt };
  }

  /** An older response never replaces a newer one: the query cache cancels it. */
  receive(): void {
    if (!this.#late) return;
    if (this.#late.requestedAt > this.#read.requestedAt) this.#read = this.#late;
    this.#late = null;
    this.reads += 1;
    const { requestedAt } = this.#read;
    this.#queue = this.#queue.filter(({ landedAt }) => landedAt === undefined || landedAt >= requestedAt);
  }

  /** Sends the oldest operations, from one tab or from two at once. */
  async push(tabs: number): Promise<void> {
    const batch = this.#open().slice(0, BATCH);
    if (batch.length === 0) return;
    const sent = Array.from({ length: tabs }, () => this.#transport.send(this.person, batch));
    for (const responses of await Promise.all(sent)) {
      for (const [place, operation] of batch.entries()) this.#settle(operation, responses[place]);
    }
  }

  #open(): Queued[] {
    return this.#queue.filter(({ landedAt, refusal }) => landedAt === undefined && refusal === undefined);
  }

  #onList(requestedAt: number): readonly (Operation & Fate)[] {
    return onList(this.#queue as (Operation & Fate)[], requestedAt);
  }

  #settle(operation: Queued, response: Response | undefined): void {
    if (response?.verdict === 'done') operation.landedAt ??= this.#tick();
    if (response?.verdict === 'refused') operation.refusal = response.message;
  }
}
