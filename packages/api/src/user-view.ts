import { type Role, statusOf } from '@onus/contract/role';
import type { UserRow } from './session/queries.ts';

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
  /** A label, never a right (decision 2.3). */
  status: ReturnType<typeof statusOf>;
}

export function viewOfUser(row: UserRow): UserView {
  const { id, username, email, roles, active, managerId } = row;
  const isAdmin = roles.includes('Admin');
  const isManager = roles.includes('Manager');
  return { id, username, email, roles, active, managerId, isAdmin, isManager, status: statusOf(roles) };
}
