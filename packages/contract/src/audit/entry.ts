/** The events of the audit log: a group and its event. */
export const AUDIT_EVENTS = [
  'login',
  'login.refused',
  'logout',
  'refresh.refused',
  'refresh.replayed',
  'session.ended',
  'session.endedByAdmin',
  'session.endedAll',
  'account.registered',
  'account.refused',
  'admin.created',
  'password.changed',
  'password.refused',
  'link.requested',
  'link.unanswered',
  'link.made',
  'link.redeemed',
  'link.refused',
  'invitation.made',
  'invitation.revoked',
  'invitation.redeemed',
  'invitation.refused',
  'member.created',
  'member.renamed',
  'member.email',
  'member.roles',
  'member.activated',
  'member.deactivated',
  'member.deleted',
  'member.moved',
  'household.handedOver',
  'identity.linked',
  'identity.unlinked',
  'token.created',
  'token.revoked',
  'feed.created',
  'feed.revoked',
  'email.restored',
  'email.refused',
  'restore.refused',
  'backup.asked',
  'secondFactor.on',
  'secondFactor.off',
  'secondFactor.recovered',
  'secondFactor.reset',
  'secondFactor.refused',
  'passkey.added',
  'passkey.deleted',
  'passkey.refused',
  'notification.sent',
  'call.refused',
  'socket.refused',
  'refusals.capped',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** Short details, such as the old and new value and the reason. Never a secret. */
export interface AuditDetail {
  reason?: string;
  kind?: 'activation' | 'reset';
  roles?: string;
  from?: string;
  to?: string;
  /** What its owner called a token or a calendar feed; of a notification its kind and channel. */
  name?: string;
}

/** A person with their name at that time. */
export interface Named {
  id: string;
  username: string;
}

/** In place of a procedure for an action of the operator at the command line. */
export const OPERATOR = 'onus';

/** One line of the log. */
export interface AuditEntry {
  /** The order of the entries; never reused. */
  id: number;
  /** ISO timestamp. */
  at: string;
  event: AuditEvent;
  /** True for a refusal. */
  refused: boolean;
  /** The actor; null for a visitor and for the operator at the command line. */
  actor: Named | null;
  /** The affected person. */
  subject: Named | null;
  /** The IPv4 address, or the /64 of an IPv6 one; empty at the command line. */
  address: string;
  /** The called procedure; `upgrade` for a socket. */
  procedure: string;
  detail: AuditDetail;
}
