import { z } from 'zod';
import { canonicalDate } from './calendar.ts';
import { newId, rowId } from './id.ts';
import { servedPage } from './served.ts';
import { filledText, LIMITS } from './text.ts';

/** What `_sort` may name (decision 6). `sequence` is the server's own order. */
export const CHAT_SORTS = ['timestamp', 'id', 'sequence'] as const;
export type ChatSort = (typeof CHAT_SORTS)[number];
/** As a statement is named by it; `created` is the order of json-server where no `_sort` is given. */
export type ChatOrder = `${ChatSort | 'created'} ${'asc' | 'desc'}`;

/** The last millisecond of the year 9999. */
const LATEST = 253_402_300_799_999;

const message = filledText(LIMITS.message, 'Message is required');
const sequence = z.number().int().min(0);
/** Left out, a page is as long as the install's setting says. */
const limit = z.number().int().min(1).max(100).optional();

/** Epoch milliseconds or an ISO timestamp; comes out as milliseconds (decision 6). */
const timestamp = z
  .union([z.number(), z.string()], { error: 'Timestamp is invalid' })
  .transform(value => (typeof value === 'number' ? value : Date.parse(canonicalDate(value) ?? '')))
  .refine(ms => Number.isInteger(ms) && ms >= 0 && ms <= LATEST, 'Timestamp is invalid');

/** Several people mean one thread with each. Everybody is named by id or by email. */
export const startInput = z.object({
  /** Names the new thread; with several people, and for the first message, ids that follow from it. */
  id: newId,
  users: z
    .array(z.string().min(1).max(LIMITS.email))
    .min(1, 'Choose at least one person')
    .max(100, 'Choose at most 100 people'),
  message,
  timestamp: timestamp.optional(),
});

export const sendInput = z.object({
  id: newId,
  conversationId: rowId,
  message,
  timestamp: timestamp.optional(),
});

export const editInput = z.object({ id: rowId, message });
export const chatIdInput = z.object({ id: rowId });
export const markReadInput = z.object({ conversationId: rowId, sequence });

/** Newest first; the cursor is the `nextCursor` of the page before. */
export const listConversationsInput = z.object({ limit, cursor: sequence.nullish() });
export const listMessagesInput = z.object({ conversationId: rowId, limit, cursor: sequence.nullish() });

/** Where a stream goes on: the sequence of the last message that arrived. */
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
 * A list as json-server 0.17 answers it: `_sort`, `_order`, `_page`, `_limit` as they stand in a query, where
 * an empty one counts for none. More than it checks only: a sort must be of the list.
 */
const served = {
  sort: z.enum([...CHAT_SORTS, ''], { error: `Sort must be one of ${CHAT_SORTS.join(', ')}` }).optional(),
  /** Anything but `desc` is ascending. Of several the first counts: there is one sort only. */
  order: z
    .string()
    .optional()
    .transform(order => (order?.split(',', 1)[0]?.toLowerCase() === 'desc' ? 'desc' : 'asc')),
  ...servedPage,
};

/** The rows of a part that did not fit in the response before, as its `nextCursor` named them. */
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

/** Two emails in one string, as the REST API names a pair (spec 3). */
export function participantsOf(one: string, other: string): string {
  return `${one}-${other}`;
}

/**
 * The email that a `participants_like` pairs with one's own, in either order: '' for one's own alone, none
 * for anything else. An email may contain a hyphen, so a pair is taken apart at one's own; when both ends
 * are one's own email, both readings are answered.
 */
export function emailsPairedWith(own: string, like: string): string[] {
  const given = like.toLowerCase();
  if (given === own) return [''];
  const after = given.startsWith(`${own}-`) ? [given.slice(own.length + 1)] : [];
  const before = given.endsWith(`-${own}`) ? [given.slice(0, -own.length - 1)] : [];
  return [...after, ...before].filter(email => email !== '');
}

/** Without `_sort` json-server does not look at `_order`. */
export function orderOf({ sort, order }: Pick<FindMessages, 'sort' | 'order'>): ChatOrder {
  return sort ? `${sort} ${order}` : 'created asc';
}
