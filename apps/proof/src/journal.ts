import { refusalOf, rest } from './calls.ts';
import { type Dice, oneOf } from './dice.ts';
import type { Household, Person } from './household.ts';

export type Kind = 'task' | 'completion' | 'item' | 'message' | 'conversation';

/** A write that the server has said yes to, by the words it is found by afterwards. */
export interface Acknowledged {
  kind: Kind;
  by: Person;
  words: string;
}

/** What writers were told. */
export interface Journal {
  acknowledged: Acknowledged[];
  /** Writes that got no answer: the server may have done them or not. */
  unanswered: number;
  /** Answers that said no, though there was no reason to. */
  refused: string[];
}

export function emptyJournal(): Journal {
  return { acknowledged: [], unanswered: 0, refused: [] };
}

/** Writes one thing after another, of every kind, and keeps what was acknowledged. */
export interface Writer {
  /** @throws when the server says no to everything. */
  writeOnce(): Promise<void>;
}

const DAY = '2030-01-31';
const MOST_REFUSED = 100;
let written = 0;

export function createWriter(household: Household, by: Person, random: Dice, journal: Journal): Writer {
  const others = household.everybody.filter(({ id }) => id !== by.id);
  let thread: string | null = null;

  function note(kind: Kind, words: string): void {
    journal.acknowledged.push({ kind, by, words });
  }

  async function series(words: string): Promise<void> {
    const { id } = await by.calls.task.create.mutate({ title: words, dueDate: DAY, recurrenceType: 'daily' });
    note('task', words);
    await by.calls.task.update.mutate({ id, completed: true });
    note('completion', words);
  }

  async function conversation(words: string): Promise<void> {
    const users = [oneOf(random, others).id];
    const [made] = await by.calls.chat.start.mutate({ users, message: words });
    thread = made?.id ?? null;
    note('conversation', words);
  }

  async function message(words: string): Promise<void> {
    if (thread === null) return conversation(words);
    await rest(by, 'POST', '/messages', { conversationId: thread, message: words });
    note('message', words);
  }

  async function task(words: string): Promise<void> {
    await rest(by, 'POST', '/tasks', { title: words, dueDate: DAY });
    note('task', words);
  }

  async function item(words: string): Promise<void> {
    await by.calls.grocery.create.mutate({ name: words });
    note('item', words);
  }

  const KINDS = [series, conversation, message, message, task, item];
  return {
    async writeOnce() {
      written += 1;
      try {
        await oneOf(random, KINDS)(`words ${written}`);
      } catch (error) {
        const refusal = refusalOf(error);
        if (!refusal) {
          journal.unanswered += 1;
          return;
        }
        // The conversation that was begun may be what is lost.
        thread = null;
        journal.refused.push(refusal.message);
        if (journal.refused.length > MOST_REFUSED) throw error;
      }
    },
  };
}
