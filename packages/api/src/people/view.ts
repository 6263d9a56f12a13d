import { type Role, statusOf } from '@onus/contract/auth/role';
import type { UserRow } from '../core/sessions/find.ts';

/** A person to write to. */
export interface Person {
  id: string;
  username: string;
  email: string;
}

/** A person with all that a policy asks about them. */
export interface PersonRow extends Person {
  roles: Role[];
  managerId: string | null;
  active: boolean;
  deletedAt: number | null;
}

/** A user as those who may see the whole record see it. */
export interface UserView {
  id: string;
  username: string;
  email: string;
  roles: Role[];
  active: boolean;
  managerId: string | null;
  isAdmin: boolean;
  isManager: boolean;
  /** A label, never a right (rule 2.3). */
  status: ReturnType<typeof statusOf>;
}

export function viewOfUser(row: UserRow): UserView {
  const { id, username, email, roles, active, managerId } = row;
  const isAdmin = roles.includes('Admin');
  const isManager = roles.includes('Manager');
  return { id, username, email, roles, active, managerId, isAdmin, isManager, status: statusOf(roles) };
}

export function personOf({ id, username, email }: Person): Person {
  return { id, username, email };
}
