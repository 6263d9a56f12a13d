import { type AuditDetail, type AuditEntry, type AuditEvent, OPERATOR } from './entry.ts';

/** A sentence in parts: our words and names by users, which must not pass for our words. */
export type AuditSentence = (string | { said: string })[];

/** An entry of the audit log as a sentence, for the app and the command line. */
export function sentenceOf(entry: AuditEntry): AuditSentence {
  const { event, subject } = entry;
  // A page from before an update of the server may not know every event.
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
  'refresh.refused': 'A browser of {subject} failed to refresh its login: {reason}',
  'refresh.replayed': 'A used cookie of {subject} was sent again, so the server ended the session',
  'session.ended': '{who} signed a browser out',
  'session.endedByAdmin': '{who} signed a browser of {subject} out',
  'session.endedAll': '{who} signed out everywhere',
  'account.registered': '{who} registered as {roles}',
  'account.refused': 'A registration was refused: {reason}',
  'identity.linked': '{who} linked a sign-in with {from}',
  'identity.unlinked': '{who} removed a linked sign-in',
  'admin.created': '{who} created the Admin {subject}',
  'password.changed': '{who} changed their password',
  'password.refused': '{who} failed to change their password: {reason}',
  'link.requested': '{who} requested a link to reset the password of {subject}',
  'link.unanswered': '{who} requested a reset link and received none: {reason}',
  'link.made': '{who} created {kind} link for {subject}',
  'link.redeemed': '{subject} set a password with {kind} link',
  'link.refused': 'A link to set a password was refused: {reason}',
  'invitation.made': '{who} created an invitation to join as {roles}',
  'invitation.revoked': '{who} revoked an invitation of {subject}',
  'invitation.redeemed': '{who} joined the household of {subject} as {roles}',
  'invitation.refused': 'An invitation was refused: {reason}',
  'member.created': '{who} added {subject} as {roles}',
  'member.renamed': '{who} changed the name of {subject} from {from} to {to}',
  'member.email': '{who} changed the email of {subject} from {from} to {to}',
  'member.roles': '{who} changed the roles of {subject} from {before} to {roles}',
  'member.activated': '{who} activated {subject}',
  'member.deactivated': '{who} deactivated {subject}',
  'member.deleted': '{who} deleted {subject}',
  'member.moved': '{who} moved {subject} from {from} to {to}',
  'household.handedOver': '{who} handed over their household to {subject}',
  'token.created': '{who} created the personal token {name}',
  'token.revoked': '{who} revoked the personal token {name}',
  'feed.created': '{who} created the calendar feed {name}',
  'feed.revoked': '{who} revoked the calendar feed {name}',
  'email.restored': 'The email of {subject} was restored from {from} to {to}',
  'email.refused': '{who} failed to change their email: {reason}',
  'restore.refused': 'A link to restore an email was refused: {reason}',
  'backup.asked': '{who} asked for a backup',
  'secondFactor.on': '{who} set up an authenticator app',
  'secondFactor.off': '{who} removed their authenticator app',
  'secondFactor.recovered': '{who} used a recovery code',
  'secondFactor.reset': '{who} reset the second factor of {subject}',
  'secondFactor.refused': '{who} failed to change their second factor: {reason}',
  'passkey.added': '{who} added a passkey',
  'passkey.deleted': '{who} deleted a passkey',
  'passkey.refused': 'A login to {subject} was refused: {reason}',
  'notification.sent': 'A notification ({name}) for {subject} was handed to {to}',
  'call.refused': '{who} was refused {procedure}',
  'socket.refused': 'The server refused a connection from a page of {from}',
  'refusals.capped': 'Additional refusals this minute were not logged',
};

const REASONS: Record<string, string> = {
  'password.refused BAD_REQUEST': 'the current one was wrong, or the new one too short or too common',
  'link.refused BAD_REQUEST': 'it was used, expired or forged, or the password was too short or too common',
  'invitation.refused BAD_REQUEST': 'it was used up, revoked, expired or forged',
  'email.refused BAD_REQUEST': 'the current password was wrong',
  'restore.refused BAD_REQUEST': 'it was used, expired or forged',
  'secondFactor.refused BAD_REQUEST': 'the password or the code was wrong',
  'passkey.refused UNAUTHORIZED': 'the passkey is unknown or did not fit',
  FORBIDDEN: 'registration is closed',
  UNAUTHORIZED: 'wrong email or password',
  SECOND_FACTOR: 'the password was right, the code of the second factor was missing or wrong',
  INACTIVE: 'the account is not active',
  TOO_MANY_REQUESTS: 'too many attempts',
  CONFLICT: 'the email has an account',
  TOKEN_INVALID: 'the cookie was forged',
  SESSION_REVOKED: 'the session had ended',
  NO_ACCOUNT: 'no active account has the email',
  NO_MAIL: 'email is not set up on this server',
  MAILBOX_FULL: 'the mailbox received five emails within the hour',
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
    case 'name':
      return { said: detail.name ?? '' };
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
