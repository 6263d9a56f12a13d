import type { Named } from '@onus/contract/audit/entry';
import type { InvitedRole } from '@onus/contract/auth/invite';

/** An open invitation. Its link is told once, to the person who creates it. */
export interface InvitationView {
  id: string;
  role: InvitedRole;
  /** How many people can join, and how many have. */
  uses: number;
  used: number;
  /** ISO timestamps. */
  createdAt: string;
  expiresAt: string;
  /** Who joins becomes a member of theirs. */
  inviter: Named;
}

/** What a visitor with the link may know: no email, and no id. */
export interface Welcome {
  inviter: string;
  role: InvitedRole;
}

export interface InvitationRow {
  id: string;
  role: InvitedRole;
  uses: number;
  used: number;
  createdAt: number;
  expiresAt: number;
  inviterId: string;
  username: string;
}

export function viewOfInvitation(row: InvitationRow): InvitationView {
  const { id, role, uses, used, createdAt, expiresAt, inviterId, username } = row;
  return {
    id,
    role,
    uses,
    used,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    inviter: { id: inviterId, username },
  };
}
