import { type Role, statusOf } from '@onus/contract/auth/role';

/** The current user as the token describes them (rule 13). */
export interface CurrentUser {
  id: string;
  username: string;
  roles: Role[];
  isManager: boolean;
  isAdmin: boolean;
  status: ReturnType<typeof statusOf>;
  managerId?: string;
  /** The person must set up a second factor before the server does anything else (rule 9.4). */
  mustEnroll: boolean;
}

/** Reads the user from a token without verifying it. The server checks every permission itself. */
export function userOf(token: string | null): CurrentUser {
  // Every row of a list asks for it.
  if (token !== lastRead?.token) lastRead = { token, user: readUser(token) };
  return lastRead.user;
}

/** The expiry of a token in epoch milliseconds. */
export function expiryOf(token: string | null): number {
  return (payloadOf(token).exp ?? 0) * 1000;
}

/** The id of the session that a token is of. */
export function sessionOf(token: string | null): string {
  return payloadOf(token).sid ?? '';
}

let lastRead: { token: string | null; user: CurrentUser } | undefined;

function readUser(token: string | null): CurrentUser {
  const { UserInfo: info, enroll = false } = payloadOf(token);
  const roles = info?.roles ?? [];
  return {
    id: info?.id ?? '',
    username: info?.username ?? '',
    roles,
    isManager: roles.includes('Manager'),
    isAdmin: roles.includes('Admin'),
    status: statusOf(roles),
    mustEnroll: enroll,
    ...(info?.manager ? { managerId: info.manager } : {}),
  };
}

interface Payload {
  UserInfo?: { username: string; roles: Role[]; id: string; manager?: string };
  exp?: number;
  enroll?: boolean;
  sid?: string;
}

function payloadOf(token: string | null): Payload {
  const part = token?.split('.')[1];
  if (!part) return {};
  const bytes = Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), char => char.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
