import { TOKEN_SCOPES, type TokenScope } from '@onus/contract/auth/token/token-scope';
import { DomainError } from '../errors.ts';

/** What a token is for. The token of a calendar feed is for that alone. */
export type Grants = readonly (TokenScope | 'feed')[];

const ANY: Grants = TOKEN_SCOPES;
const READ: Grants = ['read'];
const READ_TASKS: Grants = ['read', 'tasks'];
const READ_GROCERIES: Grants = ['read', 'groceries'];
const READ_MESSAGES: Grants = ['read', 'messages'];
const TASKS: Grants = ['tasks'];
const GROCERIES: Grants = ['groceries'];
const MESSAGES: Grants = ['messages'];
/** Accounts, members, export and import, administration: only a person who is signed in. */
const NONE: Grants = [];
const FEED: Grants = ['feed'];
/** Needs no credential, so it looks at no token. */
const OPEN = 'open';

/**
 * The scopes of which a personal token needs one to call a procedure (rule 9.7). A procedure that is not here takes no
 * token, and a test demands a line for each.
 */
export const TOKEN_CALLS: Readonly<Record<string, Grants | typeof OPEN>> = {
  'auth.login': OPEN,
  'auth.register': OPEN,
  'auth.registration': OPEN,
  'auth.refresh': OPEN,
  'auth.logout': OPEN,
  'auth.activate': OPEN,
  'auth.requestReset': OPEN,
  'auth.takeBackEmail': OPEN,
  'auth.changePassword': NONE,
  'auth.sessions': NONE,
  'auth.signOut': NONE,
  'auth.signOutEverywhere': NONE,
  'auth.me': ANY,
  'auth.requireRole': ANY,
  'auth.onChange': READ,
  'auth.lookAtLink': OPEN,
  'live.onChange': READ,
  'live.onChangeSince': READ,

  'notify.settings': NONE,
  'notify.update': NONE,
  'notify.stop': OPEN,

  'push.key': NONE,
  'push.subscribe': NONE,
  'push.list': NONE,
  'push.remove': NONE,

  'invite.create': NONE,
  'invite.list': NONE,
  'invite.revoke': NONE,
  'invite.look': OPEN,
  'invite.redeem': OPEN,

  'oidc.provider': OPEN,
  'oidc.start': OPEN,
  'oidc.finish': OPEN,
  'oidc.offer': OPEN,
  'oidc.link': OPEN,
  'oidc.list': NONE,
  'oidc.unlink': NONE,

  'totp.start': NONE,
  'totp.confirm': NONE,
  'totp.remove': NONE,
  'secondFactor.status': NONE,
  'secondFactor.reset': NONE,
  'passkey.registerOptions': NONE,
  'passkey.register': NONE,
  'passkey.list': NONE,
  'passkey.delete': NONE,
  'passkey.signInOptions': OPEN,
  'passkey.signIn': OPEN,

  'token.create': NONE,
  'token.list': NONE,
  'token.revoke': NONE,

  'feed.create': NONE,
  'feed.list': NONE,
  'feed.revoke': NONE,
  'feed.events': FEED,

  'task.list': READ_TASKS,
  'task.find': READ_TASKS,
  'task.counts': READ_TASKS,
  'task.get': READ_TASKS,
  'task.history': READ_TASKS,
  'task.deleted': READ_TASKS,
  'task.create': TASKS,
  'task.update': TASKS,
  'task.assign': TASKS,
  'task.skip': TASKS,
  'task.undoSkip': TASKS,
  'task.delete': TASKS,
  'task.restore': TASKS,
  'task.moveOverdue': TASKS,

  'manager.tasks': READ_TASKS,
  'manager.findTasks': READ_TASKS,
  'manager.counts': READ_TASKS,
  'manager.chart': READ_TASKS,
  'manager.people': READ_TASKS,

  'member.list': READ,
  'member.find': READ,
  'member.get': READ,
  'member.teammates': READ,
  'member.assignable': READ_TASKS,
  'member.tasks': READ_TASKS,
  'member.findTasks': READ_TASKS,
  'member.counts': READ_TASKS,
  'member.tones': READ,
  'member.create': NONE,
  'member.link': NONE,
  'member.update': NONE,
  'member.updateSelf': NONE,
  'member.delete': NONE,
  'member.managers': NONE,
  'member.movePreview': NONE,
  'member.move': NONE,
  'member.handOverPreview': NONE,
  'member.handOver': NONE,

  'grocery.shopping': GROCERIES,
  'grocery.shoppingUntil': READ_GROCERIES,
  'grocery.list': READ_GROCERIES,
  'grocery.page': READ_GROCERIES,
  'grocery.find': READ_GROCERIES,
  'grocery.suggestions': READ_GROCERIES,
  'grocery.history': READ_GROCERIES,
  'grocery.deleted': READ_GROCERIES,
  'grocery.create': GROCERIES,
  'grocery.update': GROCERIES,
  'grocery.adjust': GROCERIES,
  'grocery.delete': GROCERIES,
  'grocery.restore': GROCERIES,
  'grocery.clearCart': GROCERIES,

  'chat.people': READ_MESSAGES,
  'chat.conversations': READ_MESSAGES,
  'chat.conversation': READ_MESSAGES,
  'chat.findConversations': READ_MESSAGES,
  'chat.unread': READ_MESSAGES,
  'chat.messages': READ_MESSAGES,
  'chat.findMessages': READ_MESSAGES,
  'chat.history': READ_MESSAGES,
  'chat.onMessage': READ_MESSAGES,
  'chat.start': MESSAGES,
  'chat.send': MESSAGES,
  'chat.edit': MESSAGES,
  'chat.delete': MESSAGES,
  'chat.markRead': MESSAGES,

  'search.find': READ,
  'edits.overwritten': READ,

  'archive.mine': NONE,
  'archive.household': NONE,
  'sheet.preview': NONE,
  'sheet.import': NONE,
  'sheet.undo': NONE,
  'audit.list': NONE,
  'install.status': NONE,
  'admin.users': NONE,
  'admin.sessions': NONE,
  'admin.signOut': NONE,
  'admin.invites': NONE,
  'admin.status': NONE,
  'admin.backUp': NONE,
  'admin.testMail': NONE,
  'admin.testPush': NONE,
};

/**
 * Why a caller may not call a procedure; null where they may.
 * @param scopes those of the caller's token; null for a session, which calls everything.
 */
export function refusalOfToken(scopes: Grants | null, procedure: string): DomainError | null {
  if (!scopes) return null;
  const needed = TOKEN_CALLS[procedure] ?? NONE;
  if (needed === OPEN || needed.some(one => scopes.includes(one))) return null;
  const why =
    needed.length === 0 || needed === FEED
      ? 'A personal token cannot do this. Log in instead.'
      : `This token needs the scope ${needed.join(' or ')}`;
  return new DomainError('FORBIDDEN', why);
}
