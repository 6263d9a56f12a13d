import { type Role, statusOf } from '@onus/contract/role';

/** The derived current-user view of spec section 3. */
export interface CurrentUser {
  id: string;
  username: string;
  roles: Role[];
  isManager: boolean;
  isAdmin: boolean;
  status: ReturnType<typeof statusOf>;
  managerId?: string;
}

/** Reads who a token speaks of. It is not verified here: the server decides every right itself. */
export function userOf(token: string | null): CurrentUser {
  const { UserInfo: info } = payloadOf(token);
  const roles = info?.roles ?? [];
  return {
    id: info?.id ?? '',
    username: info?.username ?? '',
    roles,
    isManager: roles.includes('Manager'),
    isAdmin: roles.includes('Admin'),
    status: statusOf(roles),
    ...(info?.manager ? { managerId: info.manager } : {}),
  };
}

/** Epoch milliseconds at which a token ends. */
export function expiryOf(token: string | null): number {
  return (payloadOf(token).exp ?? 0) * 1000;
}

interface Payload {
  UserInfo?: { username: string; roles: Role[]; id: string; manager?: string };
  exp?: number;
}

function payloadOf(token: string | null): Payload {
  const part = token?.split('.')[1];
  if (!part) return {};
  const bytes = Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), char => char.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
