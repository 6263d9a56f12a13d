import { openDb } from '@onus/db/open';
import { emailOf, PASSWORD, today } from './data-set.ts';
import type { Size } from './sizes.ts';

/** A caller with a token for Onus, or only an id for a peer that checks no token. */
export interface Caller {
  id: string;
  token: string;
  conversation: string;
  /** Open tasks that are not due today, so that completing one changes no measured list. */
  open: string[];
}

/** Few, because a login takes as long as a few hundred reads. */
const MOST = 40;

/** The first people of a data set, for a peer that checks no token. */
export function peopleIn(file: string, size: Size, most = MOST): Caller[] {
  const { $client: client } = openDb(file);
  const open = client
    .prepare(
      'select id from task where creator_id = ? and completed = 0 and due_day <> ? order by id limit 20',
    )
    .pluck();
  const thread = client.prepare('select id from conversation where ? in (low_user_id, high_user_id)').pluck();
  const ids = client
    .prepare('select id from user order by id limit ?')
    .pluck()
    .all(Math.min(most, size.people));
  const people = (ids as string[]).map(id => ({
    id,
    token: id,
    conversation: String(thread.get(id) ?? ''),
    open: open.all(id, today()) as string[],
  }));
  client.close();
  return people;
}

/** The same people, logged in to Onus. */
export async function loggedIn(url: string, people: Caller[]): Promise<Caller[]> {
  const signed: Caller[] = [];
  for (const [number, person] of people.entries())
    signed.push({ ...person, token: await login(url, number) });
  return signed;
}

export async function login(url: string, person: number, address = '127.0.0.1'): Promise<string> {
  const response = await fetch(`${url}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email: emailOf(person), password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`logging in returned ${response.status}`);
  const { accessToken } = (await response.json()) as { accessToken: string };
  return accessToken;
}
