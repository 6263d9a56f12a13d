import { HANDING_OVER, MOVING, OF_ADMINS } from './household.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { PASSKEYS } from './passkeys.ts';
import { CALLERS, type Caller, type Ids, type Rule, type Target } from './rule.ts';
import { MANAGERS, REPEATING } from './world.ts';

/** Who may do what to whose, as data: the test demands it of every entry point. */

const ALL: readonly Caller[] = CALLERS;
const MEMBERS: readonly Caller[] = CALLERS.filter(who => !MANAGERS.includes(who));
const BUT_ADMINS: readonly Caller[] = CALLERS.filter(who => who !== 'admin');
const TEAM: readonly Caller[] = ['employee', 'manager'];
const OTHERS: readonly Caller[] = ['stranger', 'otherManager'];
const TEAM_AND_ADMIN: readonly Caller[] = [...TEAM, 'admin'];
const OTHERS_AND_ADMIN: readonly Caller[] = [...OTHERS, 'admin'];

const sheet = { kind: 'groceries', table: 'name\nMilk' };

/** Every wrong sign-in is another stranger's: the throttle would close one account after ten. */
let attempts = 0;

/** What needs a session and names nothing. */
const anyone: Rule = { unnamed: true, heard: { own: ALL }, otherwise: 403 };
const adminsOnly: Rule = { unnamed: true, heard: { own: ['admin'] }, otherwise: 403 };
const managersOnly: Rule = { unnamed: true, heard: { own: MANAGERS }, otherwise: 403 };

/** A row of a team: seen by the team, and by an Admin. */
const visible = { own: ALL, team: TEAM_AND_ADMIN, foreign: OTHERS_AND_ADMIN };
/** What only those above it may do. */
const owned = {
  heard: { own: ALL, team: ['manager', 'admin'], foreign: ['otherManager', 'admin'] },
  seen: { team: ['employee'], foreign: ['stranger'] },
} as const;
/** What stays in the household, an Admin's eyes excluded. */
const household = { own: ALL, team: TEAM, foreign: OTHERS };

export const RIGHTS: Record<string, Rule> = {
  'auth.login': {
    ...anyone,
    open: 401,
    input: () => ({ email: `unknown-${++attempts}@example.com`, password: 'x' }),
  },
  'auth.register': {
    ...anyone,
    open: 400,
    input: () => ({ name: '', email: 'x', password: '', roles: 'User' }),
  },
  'auth.refresh': { ...anyone, open: 401 },
  'auth.logout': { ...anyone, open: 200 },
  'auth.activate': { ...anyone, open: 400, input: () => ({ token: 'x', password: 'long enough' }) },
  'auth.lookAtLink': { ...anyone, open: 400, input: () => ({ token: 'x' }) },
  'auth.takeBackEmail': { ...anyone, open: 400, input: () => ({ token: 'x' }) },
  'auth.registration': { ...anyone, open: 200 },
  'auth.requestReset': { ...anyone, open: 200, input: () => ({ email: 'no@example.com' }) },
  'oidc.provider': { ...anyone, open: 200 },
  'oidc.start': { ...anyone, open: 404 },
  'oidc.finish': { ...anyone, open: 404, input: () => ({ url: 'https://onus.example/auth/oidc/callback' }) },
  'oidc.offer': { ...anyone, open: 200 },
  'oidc.link': { ...anyone, open: 400, input: () => ({ password: 'x' }) },
  'oidc.list': anyone,
  'oidc.unlink': { ...anyone, input: () => ({ id: 1 }) },
  'auth.me': anyone,
  'auth.sessions': anyone,
  'auth.changePassword': {
    unnamed: true,
    heard: {},
    otherwise: 400,
    input: () => ({ current: '', password: 'x' }),
  },
  'auth.signOut': {
    heard: { own: ALL, team: ['employee'], foreign: ['stranger'] },
    otherwise: 404,
    input: ({ session: id }) => ({ id }),
  },
  'auth.signOutEverywhere': anyone,

  'totp.start': { unnamed: true, heard: {}, otherwise: 400, input: () => ({ currentPassword: '' }) },
  'totp.confirm': { unnamed: true, heard: {}, otherwise: 400, input: () => ({ code: '000000' }) },
  'totp.remove': { unnamed: true, heard: {}, otherwise: 400, input: () => ({ currentPassword: '' }) },
  'secondFactor.status': anyone,
  ...PASSKEYS,
  ...NOTIFICATIONS,
  // Not one's own: that takes the password.
  'secondFactor.reset': {
    heard: { team: ['admin'], foreign: ['admin'] },
    seen: { own: ALL, team: BUT_ADMINS, foreign: BUT_ADMINS, missing: BUT_ADMINS },
    otherwise: 404,
    input: ({ person: userId }) => ({ userId }),
  },

  'auth.requireRole': { ...managersOnly, input: () => ({ role: 'Manager' }) },

  'invite.create': { ...managersOnly, input: () => ({ role: 'Employee' }) },
  'invite.list': managersOnly,
  'invite.revoke': {
    heard: { own: MANAGERS, team: ['manager', 'admin'], foreign: ['otherManager', 'admin'] },
    seen: { own: MEMBERS, team: MEMBERS, foreign: MEMBERS, missing: MEMBERS },
    otherwise: 404,
    input: ({ invitation: id }) => ({ id }),
  },
  'invite.look': { ...anyone, open: 400, input: () => ({ token: 'x' }) },
  'invite.redeem': {
    ...anyone,
    open: 400,
    input: () => ({ token: 'x', name: 'New', email: 'new@example.com', password: 'x' }),
  },

  'token.create': { ...anyone, input: () => ({ name: 'Script', scopes: ['read'] }) },
  'token.list': anyone,
  'token.revoke': {
    heard: { own: ALL, team: ['employee'], foreign: ['stranger'] },
    otherwise: 404,
    input: ({ token: id }) => ({ id }),
  },

  'feed.create': { ...anyone, input: () => ({ name: 'Phone' }) },
  'feed.list': anyone,
  'feed.revoke': {
    heard: { own: ALL, team: ['employee'], foreign: ['stranger'] },
    otherwise: 404,
    input: ({ feed: id }) => ({ id }),
  },
  'feed.events': { ...anyone, input: () => ({ of: 'open' }) },

  'task.list': { ...anyone, input: () => ({ view: 'all' }) },
  'task.counts': anyone,
  'task.get': { heard: visible, otherwise: 404, input: task },
  'task.create': {
    heard: { own: ALL, team: TEAM_AND_ADMIN, foreign: OTHERS_AND_ADMIN },
    otherwise: 400,
    input: ({ person: id }) => ({ title: 'x', dueDate: '2026-01-01', assignees: [id] }),
  },
  'task.find': { ...anyone, input: () => ({ view: 'all', page: 1 }) },
  'task.update': { heard: visible, otherwise: 404, input: ids => ({ ...task(ids), title: 'other' }) },
  'task.assign': {
    ...owned,
    otherwise: 404,
    input: ids => ({ ...task(ids), add: [ids.me] }),
  },
  'task.skip': { heard: visible, otherwise: 404, input: task },
  // What was not skipped is on the date that an undone skip would bring back.
  'task.undoSkip': {
    heard: visible,
    otherwise: 404,
    input: ids => ({ ...task(ids), dueDate: REPEATING.dueDate }),
  },
  'task.history': { heard: visible, otherwise: 404, input: task },
  'task.deleted': { ...anyone, input: () => ({}) },
  'task.delete': { ...owned, otherwise: 404, input: task },
  // What is still there was not deleted.
  'task.restore': { heard: {}, otherwise: 404, input: task },
  'task.moveOverdue': { ...anyone, input: () => ({ of: 'mine' }) },

  'manager.findTasks': { ...managersOnly, input: () => ({ view: 'all', page: 1 }) },
  'manager.tasks': { ...managersOnly, input: () => ({ view: 'all' }) },
  'manager.counts': managersOnly,
  'manager.chart': managersOnly,
  'manager.people': managersOnly,

  'member.list': { ...managersOnly, input: () => ({}) },
  'member.find': { ...managersOnly, input: () => ({ page: 1 }) },
  'member.get': { heard: visible, otherwise: 404, input: person },
  'member.teammates': anyone,
  'member.assignable': anyone,
  'member.tones': anyone,
  'member.create': {
    ...managersOnly,
    input: () => ({ username: 'New', email: 'new@example.com', password: 'abcd' }),
  },
  'member.update': { heard: visible, otherwise: 404, input: ids => ({ ...person(ids), username: 'Other' }) },
  // Not to oneself: that is seen and refused. One's own password asks for the current one.
  'member.link': {
    heard: { team: ['manager', 'admin'], foreign: ['otherManager', 'admin'] },
    seen: { own: ALL, team: ['employee'], foreign: ['stranger'] },
    otherwise: 404,
    input: person,
  },
  'member.updateSelf': { ...anyone, input: () => ({ username: 'Other' }) },
  'member.delete': {
    heard: { team: ['admin'], foreign: ['admin'] },
    seen: { own: ALL, team: BUT_ADMINS, foreign: BUT_ADMINS, missing: BUT_ADMINS },
    otherwise: 404,
    input: person,
  },
  'member.managers': adminsOnly,
  'member.movePreview': MOVING,
  'member.move': MOVING,
  'member.handOverPreview': HANDING_OVER,
  'member.handOver': HANDING_OVER,
  'member.tasks': { heard: visible, otherwise: 404, input: tasksOf },
  'member.findTasks': { heard: visible, otherwise: 404, input: ids => ({ ...tasksOf(ids), page: 1 }) },
  'member.counts': { heard: visible, otherwise: 404, input: ({ person: userId }) => ({ userId }) },

  'grocery.list': anyone,
  'grocery.page': anyone,
  'grocery.find': { ...anyone, input: () => ({ page: 1 }) },
  'grocery.suggestions': { ...anyone, input: () => ({ text: 'Milk' }) },
  'grocery.create': { ...anyone, input: () => ({ name: 'Milk' }) },
  'grocery.update': { heard: household, otherwise: 404, input: ids => ({ ...item(ids), purchased: true }) },
  'grocery.adjust': { heard: household, otherwise: 404, input: ids => ({ ...item(ids), by: 1 }) },
  'grocery.history': { heard: household, otherwise: 404, input: item },
  'grocery.deleted': { ...anyone, input: () => ({}) },
  // What is still on the list was not removed.
  'grocery.restore': { heard: {}, otherwise: 404, input: item },
  'grocery.delete': { heard: household, otherwise: 404, input: item },
  // It clears what of these is in the cart of the caller's own household, and says nothing of the others.
  'grocery.clearCart': { ...anyone, input: ids => ({ ids: [item(ids).id] }) },

  'chat.people': anyone,
  'chat.start': {
    heard: { team: ['manager', 'admin'], foreign: ['otherManager', 'admin'] },
    otherwise: 400,
    input: ({ person: id }) => ({ users: [id], message: 'Hello' }),
  },
  'chat.conversations': { ...anyone, input: () => ({}) },
  'chat.conversation': { heard: household, otherwise: 404, input: conversation },
  'chat.findConversations': { ...anyone, input: () => ({}) },
  'chat.markRead': {
    heard: household,
    otherwise: 404,
    input: ids => ({ ...inConversation(ids), sequence: 1 }),
  },
  'chat.unread': anyone,
  'chat.messages': { heard: household, otherwise: 404, input: inConversation },
  // A filter, as json-server has it: a foreign conversation is an empty list.
  'chat.findMessages': {
    heard: { own: ALL, team: ALL, foreign: ALL, missing: ALL },
    otherwise: 404,
    input: inConversation,
  },
  'chat.history': { heard: household, otherwise: 404, input: message },
  'chat.send': {
    heard: household,
    otherwise: 404,
    input: ids => ({ ...inConversation(ids), message: 'Hi' }),
  },
  'chat.edit': {
    heard: { own: ALL, team: ['manager'], foreign: ['otherManager'] },
    seen: { team: ['employee'], foreign: ['stranger'] },
    otherwise: 404,
    input: ids => ({ ...message(ids), message: 'Other' }),
  },
  'chat.delete': {
    heard: { own: ALL, team: ['manager'], foreign: ['otherManager'] },
    seen: { team: ['employee'], foreign: ['stranger'] },
    otherwise: 404,
    input: message,
  },

  'search.find': { ...anyone, input: () => ({ text: 'milk' }) },

  'edits.overwritten': anyone,

  'archive.mine': { ...anyone, input: () => ({}) },
  'archive.household': { ...managersOnly, input: () => ({}) },

  'sheet.preview': { ...anyone, input: () => sheet },
  'sheet.import': {
    ...anyone,
    input: () => ({ ...sheet, id: '0198c0de-0000-7000-8000-000000000001', count: 1 }),
  },
  // There is no import of this id.
  'sheet.undo': { heard: {}, otherwise: 404, input: task },
  'audit.list': { ...adminsOnly, input: () => ({}) },
  'install.status': { unnamed: true, heard: { own: ['admin'] }, otherwise: 403 },

  'admin.users': { ...adminsOnly, input: () => ({}) },
  'admin.sessions': { ...OF_ADMINS, input: ({ person: userId }) => ({ userId }) },
  'admin.signOut': { ...OF_ADMINS, input: ({ session: id }) => ({ id }) },
  'admin.invites': adminsOnly,
  'admin.status': adminsOnly,
  'admin.backUp': adminsOnly,
  // The test's server has no mail server: an Admin is told so.
  'admin.testMail': { unnamed: true, heard: {}, seen: { own: BUT_ADMINS }, otherwise: 409 },
  'admin.testPush': { unnamed: true, heard: {}, seen: { own: BUT_ADMINS }, otherwise: 409 },
};

/** Streams have no status of their own; their tests stand with the sockets. */
export const STREAMS = ['auth.onChange', 'chat.onMessage', 'live.onChange', 'live.onChangeSince'];

export function verdictOf(rule: Rule, caller: Caller, target: Target): number {
  if (rule.open !== undefined) return rule.open;
  if (rule.heard[target]?.includes(caller)) return 200;
  return rule.seen?.[target]?.includes(caller) ? 403 : rule.otherwise;
}

function task({ task: id }: Ids) {
  return { id };
}

function person({ person: id }: Ids) {
  return { id };
}

function tasksOf({ person: userId }: Ids) {
  return { userId, view: 'all' };
}

function item({ item: id }: Ids) {
  return { id };
}

function conversation({ conversation: id }: Ids) {
  return { id };
}

function inConversation({ conversation: conversationId }: Ids) {
  return { conversationId };
}

function message({ message: id }: Ids) {
  return { id };
}
