/** What the audit log tells of: a group, and what happened in it. */
export const AUDIT_EVENTS = [
  'login',
  'login.refused',
  'logout',
  'refresh.refused',
  'refresh.replayed',
  'session.ended',
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
  'member.created',
  'member.renamed',
  'member.email',
  'member.roles',
  'member.activated',
  'member.deactivated',
  'member.deleted',
  'member.moved',
  'household.handedOver',
  'email.restored',
  'email.refused',
  'restore.refused',
  'call.refused',
  'socket.refused',
  'refusals.capped',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** Few and short, and never a secret: from what to what, and for which reason. */
export interface AuditDetail {
  reason?: string;
  kind?: 'activation' | 'reset';
  roles?: string;
  from?: string;
  to?: string;
}

/** A person as they were called then. */
export interface Named {
  id: string;
  username: string;
}

/** What stands for a procedure where the operator did it at the command line. */
export const OPERATOR = 'onus';

/** One line of the log. */
export interface AuditEntry {
  /** The order in which it was written; never used twice. */
  id: number;
  /** ISO timestamp. */
  at: string;
  event: AuditEvent;
  /** Something that was not allowed to happen. */
  refused: boolean;
  /** Who did it; null for a visitor, and for the operator at the command line. */
  actor: Named | null;
  /** The person it was done to. */
  subject: Named | null;
  /** The IPv4 address, or the /64 of an IPv6 one; empty at the command line. */
  address: string;
  /** The procedure that was called; `upgrade` where a socket was to open. */
  procedure: string;
  detail: AuditDetail;
}
