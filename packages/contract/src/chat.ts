import { z } from 'zod';
import { canonicalDate } from './dates/calendar.ts';
import { newId, rowId } from './id.ts';
import { LIMITS } from './limits/lengths.ts';
import { filledText } from './limits/text.ts';
import { servedPage } from './served.ts';

/** What `_sort` may name (rule 6). `sequence` is the server's own order. */
export const CHAT_SORTS = ['timestamp', 'id', 'sequence'] as const;
export type ChatSort = (typeof CHAT_SORTS)[number];
/** Keys of statements. `created` is json-server's order without `_sort`. */
export type ChatOrder = `${ChatSort | 'created'} ${'asc' | 'desc'}`;

/** The last millisecond of the year 9999. */
const LATEST = 253_402_300_799_999;

const message = filledText(LIMITS.message, 'Message is required');
const sequence = z.number().int().min(0);
/** Defaults to the setting of the installation. */
const limit = z.number().int().min(1).max(100).optional();

/** Epoch milliseconds or an ISO timestamp, as milliseconds (rule 6). */
const timestamp = z
  .union([z.number(), z.string()], { error: 'Timestamp is invalid' })
  .transform(value => (typeof value === 'number' ? value : Date.parse(canonicalDate(value) ?? '')))
  .refine(ms => Number.isInteger(ms) && ms >= 0 && ms <= LATEST, 'Timestamp is invalid');

/** Creates one thread with each person. A person is an id or an email. */
export const startInput = z.object({
  /** Names the new thread; with several people, and for the first message, ids that follow from it. */
  id: newId,
  users: z
    .array(z.string().min(1).max(LIMITS.email))
    .min(1, 'Choose at least one person')
    .max(100, 'Choose at most 100 people'),
  message,
  timestamp: timestamp.optional(),
  /** How many of the threads the response has at the most. */
  limit,
});

export const sendInput = z.object({
  id: newId,
  conversationId: rowId,
  message,
  timestamp: timestamp.optional(),
});

/** `was`: the text the change was made from. One that was changed since is kept and offered (rule 7.4). */
export const editInput = z.object({
  id: rowId,
  message,
  was: z.object({ message: z.string() }).partial().optional(),
});
export const chatIdInput = z.object({ id: rowId });
export const markReadInput = z.object({ conversationId: rowId, sequence });

/** Newest first; the cursor is the `nextCursor` of the page before. */
export const listConversationsInput = z.object({ limit, cursor: sequence.nullish() });
export const listMessagesInput = z.object({ conversationId: rowId, limit, cursor: sequence.nullish() });

/** Where a stream resumes: the sequence of the last received message. */
export const onMessageInput = z
  .object({
    lastEventId: z
      .string()
      .regex(/^\d{1,15}$/, 'Last event id is invalid')
      .transform(Number)
      .nullish(),
  })
  .default({});

/**
 * A list with the parameters of json-server 0.17: `_sort`, `_order`, `_page` and `_limit`. An empty value counts as
 * missing. In addition, `_sort` must be in the list of sorts.
 */
const served = {
  sort: z.enum([...CHAT_SORTS, ''], { error: `Sort must be one of ${CHAT_SORTS.join(', ')}` }).optional(),
  /** Anything except `desc` is ascending. The first of several counts, because there is only one sort. */
  order: z
    .string()
    .optional()
    .transform(order => (order?.split(',', 1)[0]?.toLowerCase() === 'desc' ? 'desc' : 'asc')),
  ...servedPage,
};

/**
 * The rows after a response that was full, from its `nextCursor`: where a whole list goes on, or the ids that are left of
 * a part.
 */
const rest = z.array(rowId).min(1).max(100).nullish();

export const findMessagesInput = z.object({ conversationId: rowId, ...served, cursor: rest });

/** `participants` are the values of `participants_like`, of which one must match. */
export const findConversationsInput = z.object({
  participants: z
    .union([z.string(), z.array(z.string()).max(20)])
    .optional()
    .transform(like => (like === undefined ? undefined : [like].flat())),
  ...served,
  cursor: rest,
});

type Sized<Input> = Omit<Input, 'limit'> & { limit: number };

export type StartConversations = z.output<typeof startInput>;
export type SendMessage = z.output<typeof sendInput>;
export type EditMessage = z.output<typeof editInput>;
export type MarkRead = z.output<typeof markReadInput>;
export type ListConversations = Sized<z.output<typeof listConversationsInput>>;
export type ListMessages = Sized<z.output<typeof listMessagesInput>>;
export type FindMessages = z.output<typeof findMessagesInput>;
export type FindConversations = z.output<typeof findConversationsInput>;

/** Two emails in one string, as the REST API names a pair (rule 13). */
export function participantsOf(one: string, other: string): string {
  return `${one}-${other}`;
}

/**
 * The email that a `participants_like` pairs with the caller's, in either order: '' for the caller's alone, none for
 * anything else. An email may contain a hyphen, so the caller's email splits the pair. If both ends are the caller's
 * email, both readings count.
 */
export function emailsPairedWith(own: string, like: string): string[] {
  const given = like.toLowerCase();
  if (given === own) return [''];
  const after = given.startsWith(`${own}-`) ? [given.slice(own.length + 1)] : [];
  const before = given.endsWith(`-${own}`) ? [given.slice(0, -own.length - 1)] : [];
  return [...after, ...before].filter(email => email !== '');
}

/** Without `_sort` json-server ignores `_order`. */
export function orderOf({ sort, order }: Pick<FindMessages, 'sort' | 'order'>): ChatOrder {
  return sort ? `${sort} ${order}` : 'created asc';
}
