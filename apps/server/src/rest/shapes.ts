import type { SignedIn } from '@onus/api/auth/sign-in';
import type { Conversation, Message } from '@onus/api/chat/view';
import type { GroceryItem } from '@onus/api/grocery/view';
import type { InvitationView } from '@onus/api/invite/view';
import type { Person, UserView } from '@onus/api/people/view';
import type { Task } from '@onus/api/task/view';
import { INVITED_ROLES } from '@onus/contract/auth/invite';
import { ROLES } from '@onus/contract/auth/role';
import { participantsOf } from '@onus/contract/chat';
import { RECURRENCE_FROM, RECURRENCE_TYPES } from '@onus/contract/dates/recurrence';
import { plainTask, withPlain } from '@onus/contract/task';
import { z } from 'zod';

/**
 * JSON shapes of the REST API (rule 6). They rename and reshape, and decide nothing. The schemas
 * describe the answers in the OpenAPI document; a function that misspells a field does not compile.
 */

const id = z.string();
const isoDate = z.string().describe('ISO 8601 timestamp');

const assigneeJson = z.object({ _id: id, id, username: z.string() });
const personJson = z.object({ id, email: z.string(), username: z.string() });
const epoch = z.number().int().describe('epoch milliseconds');

export const taskJson = z.object({
  _id: id,
  id,
  user: id.describe('who created it'),
  ...plainTask.shape,
  start: isoDate,
  end: isoDate,
  manager: id.nullable(),
  assignees: z.array(assigneeJson),
  recurrenceType: z.enum(RECURRENCE_TYPES),
  recurrenceInterval: z.number().int(),
  recurrenceEndDate: isoDate.nullable(),
  recurrenceDays: z.array(z.number().int()).describe('weekdays from 1 (Monday) to 7 (Sunday)'),
  recurrenceEvery: z.number().int().describe('every how many weeks, months or years'),
  recurrenceFrom: z.enum(RECURRENCE_FROM).describe('what the next date counts from'),
  completedAt: isoDate.nullable(),
  completedBy: z.object({ id, username: z.string() }).nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
});

export const userJson = z.object({
  _id: id,
  id,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(ROLES)),
  active: z.boolean(),
  manager: id.nullable(),
  isAdmin: z.boolean(),
  isManager: z.boolean(),
});

export const tokenJson = z.object({ accessToken: z.string() });

export const sessionJson = userJson
  .pick({ _id: true, id: true, name: true, username: true, email: true, roles: true })
  .extend({ token: z.string(), accessToken: z.string() });

export const createdUserJson = z.object({ success: z.literal(true), user: userJson });

export const itemJson = z.object({
  _id: id,
  id,
  user: id.describe('who added it'),
  name: z.string(),
  count: z.number().int(),
  price: z.number().describe('dollars'),
  purchased: z.boolean(),
  section: z.string().nullable().describe('the aisle in the shop'),
});

export const messageJson = z.object({
  id,
  conversationId: id,
  sender: personJson,
  receiver: personJson,
  message: z.string(),
  timestamp: epoch,
});

export const conversationJson = z.object({
  id,
  participants: z.string().describe('the two emails, joined by a hyphen'),
  users: z.array(personJson),
  message: z.string().describe('the last message'),
  timestamp: epoch,
});

export const invitationJson = z.object({
  _id: id,
  id,
  role: z.enum(INVITED_ROLES),
  uses: z.number().int().describe('how many people can join'),
  used: z.number().int().describe('how many have joined'),
  createdAt: isoDate,
  expiresAt: isoDate,
});

export const sharedInvitationJson = invitationJson.extend({
  url: z.string().describe('the link, which the server tells once'),
});

export const redeemedJson = z.object({
  message: z.string(),
  accessToken: z.string().optional().describe('only with the first password'),
});

export const idJson = z.object({ id });
export const saidJson = z.object({ message: z.string() });

/** Literal lists stay whole unless a page is asked for (rule 4.5). */
export const pageQuery = z.object({
  _page: z.string().optional(),
  _limit: z.string().optional(),
});

const servedQuery = pageQuery.extend({ _sort: z.string().optional(), _order: z.string().optional() });
export const messagesQuery = servedQuery.extend({ conversationId: id });
export const conversationsQuery = servedQuery.extend({
  participants_like: z.string().optional().describe('the caller’s email, or a pair that contains it'),
});

export function taskShape(task: Task): z.output<typeof taskJson> {
  return withPlain(task, {
    _id: task.id,
    id: task.id,
    user: task.creatorId,
    start: task.dueDate,
    end: task.dueDate,
    manager: task.managerId,
    assignees: task.assignees.map(one => ({ _id: one.id, id: one.id, username: one.username })),
    recurrenceType: task.recurrenceType,
    recurrenceInterval: task.recurrenceInterval,
    recurrenceEndDate: task.recurrenceEndDate,
    recurrenceDays: task.recurrenceDays,
    recurrenceEvery: task.recurrenceEvery,
    recurrenceFrom: task.recurrenceFrom,
    completedAt: task.completedAt,
    completedBy: task.completedBy,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
  });
}

export function userShape(user: UserView): z.output<typeof userJson> {
  const { username, email, roles, active, managerId, isAdmin, isManager } = user;
  return {
    _id: user.id,
    id: user.id,
    username,
    name: username,
    email,
    roles,
    active,
    manager: managerId,
    isAdmin,
    isManager,
  };
}

/** POST /auth and GET /auth/refresh. */
export function tokenShape({ accessToken }: SignedIn): z.output<typeof tokenJson> {
  return { accessToken };
}

export function invitationShape(row: InvitationView): z.output<typeof invitationJson> {
  const { role, uses, used, createdAt, expiresAt } = row;
  return { _id: row.id, id: row.id, role, uses, used, createdAt, expiresAt };
}

/** The single-user flow keeps this in browser storage (rule 13). */
export function sessionShape({ accessToken, user }: SignedIn): z.output<typeof sessionJson> {
  const { _id, id: userId, name, username, email, roles } = userShape(user);
  return { _id, id: userId, name, username, email, roles, token: accessToken, accessToken };
}

export function itemShape(item: GroceryItem): z.output<typeof itemJson> {
  const { name, count, price, purchased, section } = item;
  return { _id: item.id, id: item.id, user: item.userId, name, count, price, purchased, section };
}

export function messageShape(row: Message): z.output<typeof messageJson> {
  const { conversationId, message, timestamp } = row;
  const [sender, receiver] = [personShape(row.sender), personShape(row.receiver)];
  return { id: row.id, conversationId, sender, receiver, message, timestamp };
}

export function conversationShape(row: Conversation): z.output<typeof conversationJson> {
  const { participants, lastMessage, timestamp } = row;
  return { id: row.id, participants, users: row.users.map(personShape), message: lastMessage, timestamp };
}

/** The conversation whose last message this is. */
export function continuedShape(row: Message): z.output<typeof conversationJson> {
  const { conversationId, message, timestamp, sender, receiver } = row;
  // For both of the two in the same order.
  const [one, other] = sender.id < receiver.id ? [sender, receiver] : [receiver, sender];
  const participants = participantsOf(one.email, other.email);
  return { id: conversationId, participants, users: [one, other].map(personShape), message, timestamp };
}

function personShape({ id: personId, email, username }: Person): z.output<typeof personJson> {
  return { id: personId, email, username };
}
