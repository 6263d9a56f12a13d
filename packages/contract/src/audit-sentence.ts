import { type AuditDetail, type AuditEntry, type AuditEvent, OPERATOR } from './audit-entry.ts';

/** A sentence in parts: our words, and what users wrote, which must not be taken for ours. */
export type AuditSentence = (string | { said: string })[];

/** A line of the audit log for people, in the app and at the command line. */
export function sentenceOf(entry: AuditEntry): AuditSentence {
  const { event, subject } = entry;
  // A page that was open while the server was updated may not know every event.
  const says: string = SAYS[event] ?? event;
  return (event === 'call.refused' && subject ? `${says} about {subject}` : says)
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map(part => (part.startsWith('{') ? wordsFor(part.slice(1, -1), entry) : part));
}

const SAYS: Record<AuditEvent, string> = {
  login: '{who} logged in',
  'login.refused': 'A login to {subject} was refused: {reason}',
  logout: '{who} logged out',
  'refresh.refused': 'A browser of {subject} was not let in again: {reason}',
  'refresh.replayed': 'A cookie of {subject} was used a second time, which ended the session',
  'session.ended': '{who} signed a browser out',
  'account.registered': '{who} registered as {roles}',
  'account.refused': 'A registration was refused: {reason}',
  'admin.created': '{who} made the Admin {subject}',
  'password.changed': '{who} changed their password',
  'password.refused': '{who} was refused another password: {reason}',
  'link.requested': '{who} asked for a link to reset the password of {subject}',
  'link.unanswered': '{who} asked for a reset link and got none: {reason}',
  'link.made': '{who} made {kind} link for {subject}',
  'link.redeemed': '{subject} set a password with {kind} link',
  'link.refused': 'A link to set a password was refused: {reason}',
  'member.created': '{who} added {subject} as {roles}',
  'member.renamed': '{who} changed the name of {subject} from {from} to {to}',
  'member.email': '{who} changed the email of {subject} from {from} to {to}',
  'member.roles': '{who} changed the roles of {subject} from {before} to {roles}',
  'member.activated': '{who} activated {subject}',
  'member.deactivated': '{who} deactivated {subject}',
  'member.deleted': '{who} deleted {subject}',
  'member.moved': '{who} moved {subject} from {from} to {to}',
  'household.handedOver': '{who} handed over their household to {subject}',
  'email.restored': 'The email of {subject} was restored from {from} to {to}',
  'email.refused': '{who} failed to change their email: {reason}',
  'restore.refused': 'A link to restore an email was refused: {reason}',
  'call.refused': '{who} was refused {procedure}',
  'socket.refused': 'A page of {from} was refused a connection',
  'refusals.capped': 'More was refused than is written down in a minute',
};

const REASONS: Record<string, string> = {
  'password.refused BAD_REQUEST': 'the current one was wrong, or the new one too short',
  'link.refused BAD_REQUEST': 'it is used, over or made up, or the password was too short',
  'email.refused BAD_REQUEST': 'the current password was wrong',
  'restore.refused BAD_REQUEST': 'it is used, over or made up',
  FORBIDDEN: 'registration is closed',
  UNAUTHORIZED: 'wrong email or password',
  INACTIVE: 'the account is not active',
  TOO_MANY_REQUESTS: 'too many attempts',
  CONFLICT: 'the email has an account',
  TOKEN_INVALID: 'a cookie that is not ours',
  SESSION_REVOKED: 'the session is over',
  NO_ACCOUNT: 'no active account has the email',
  NO_MAIL: 'no mail is sent from here',
  MAILBOX_FULL: 'the mailbox had five within the hour',
};

const KINDS: Record<NonNullable<AuditDetail['kind']>, string> = {
  activation: 'an activation',
  reset: 'a reset',
};

function wordsFor(slot: string, entry: AuditEntry): AuditSentence[number] {
  const { event, actor, subject, procedure, detail } = entry;
  switch (slot) {
    case 'who':
      return actor ? { said: actor.username } : procedure === OPERATOR ? 'The operator' : 'Someone';
    case 'subject':
      return subject ? { said: subject.username } : 'an unknown account';
    case 'from':
    case 'to':
      return detail[slot] || event !== 'member.moved' ? { said: detail[slot] ?? '' } : 'no manager';
    case 'before':
      return listed(detail.from);
    case 'reason':
      return REASONS[`${event} ${detail.reason}`] ?? REASONS[`${detail.reason}`] ?? '';
    case 'kind':
      return detail.kind ? KINDS[detail.kind] : 'a';
    case 'roles':
      return listed(detail.roles);
    default:
      return procedure;
  }
}

function listed(roles = ''): string {
  return roles.replaceAll(',', ' and ');
}
