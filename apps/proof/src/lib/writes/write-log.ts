import { refusalOf, rest } from '../client/trpc-client.ts';
import { pick, type Random } from '../seeded-random.ts';
import type { Household, HouseholdUser } from '../users/household.ts';

export type Kind = 'task' | 'completion' | 'item' | 'message' | 'conversation';

/** An acknowledged write, with the text by which it is found later. */
export interface Acknowledged {
  kind: Kind;
  by: HouseholdUser;
  words: string;
}

/** The outcomes that writers saw. */
export interface WriteLog {
  acknowledged: Acknowledged[];
  /** Writes without a response. The server may or may not have applied them. */
  unanswered: number;
  /** Refusals without a reason. */
  refused: string[];
}

export function emptyWriteLog(): WriteLog {
  return { acknowledged: [], unanswered: 0, refused: [] };
}

/** Writes objects of every kind one by one, and records the acknowledged ones. */
export interface Writer {
  /** @throws if the server refuses everything. */
  writeOnce(): Promise<void>;
}

const DAY = '2030-01-31';
const MOST_REFUSED = 100;
let written = 0;

export function createWriter(
  household: Household,
  by: HouseholdUser,
  random: Random,
  writeLog: WriteLog,
): Writer {
  const others = household.everybody.filter(({ id }) => id !== by.id);
  let thread: string | null = null;

  function note(kind: Kind, words: string): void {
    writeLog.acknowledged.push({ kind, by, words });
  }

  async function series(words: string): Promise<void> {
    const { id } = await by.calls.task.create.mutate({ title: words, dueDate: DAY, recurrenceType: 'daily' });
    note('task', words);
    await by.calls.task.update.mutate({ id, completed: true });
    note('completion', words);
  }

  async function conversation(words: string): Promise<void> {
    const users = [pick(random, others).id];
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
        await pick(random, KINDS)(`words ${written}`);
      } catch (error) {
        const refusal = refusalOf(error);
        if (!refusal) {
          writeLog.unanswered += 1;
          return;
        }
        // The lost write may be the start of the conversation.
        thread = null;
        writeLog.refused.push(refusal.message);
        if (writeLog.refused.length > MOST_REFUSED) throw error;
      }
    },
  };
}
