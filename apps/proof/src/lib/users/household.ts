import { type Calls, callsOf } from '../client/trpc-client.ts';
import { inParallel } from '../concurrency.ts';
import type { Server } from '../server/server.ts';

/** A person who is signed in. */
export interface HouseholdUser {
  id: string;
  email: string;
  url: string;
  token: string;
  calls: Calls;
}

/** A manager and members, who may all write to each other. */
export interface Household {
  manager: HouseholdUser;
  members: HouseholdUser[];
  everybody: HouseholdUser[];
}

export const PASSWORD = 'secret1';
/** A run may take longer than a token is valid. */
export const SETTINGS = { ACCESS_TOKEN_TTL: '12h' };
/** As many as the server hashes at once, plus its queue. */
const AT_ONCE = 4;

export async function createHousehold({ url }: Server, size: number): Promise<Household> {
  const account = { name: 'Ana', email: 'ana@example.com', password: PASSWORD };
  await callsOf(url).auth.register.mutate({ ...account, roles: ['Manager'] });
  const manager = await signIn(url, account.email);
  const numbers = Array.from({ length: size - 1 }, (_, number) => number);
  const members = await inParallel(AT_ONCE, numbers, async number => {
    const email = `member${number}@example.com`;
    await manager.calls.member.create.mutate({
      username: `Member ${number}`,
      email,
      password: PASSWORD,
      roles: ['Employee'],
    });
    return signIn(url, email);
  });
  return { manager, members, everybody: [manager, ...members] };
}

export async function signIn(url: string, email: string, password = PASSWORD): Promise<HouseholdUser> {
  const { accessToken, user } = await callsOf(url).auth.login.mutate({ email, password });
  return { id: user.id, email, url, token: accessToken, calls: callsOf(url, accessToken) };
}

/** The same people on another server that has their accounts. */
export function signInAll({ url }: Server, { everybody }: Household): Promise<HouseholdUser[]> {
  return inParallel(AT_ONCE, everybody, ({ email }) => signIn(url, email));
}
