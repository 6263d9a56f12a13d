import { openDb } from '@onus/db/open';
import { emailOf, PASSWORD, today } from './data.ts';
import type { Size } from './sizes.ts';

/** A caller: has a token for Onus, or a bare id for a peer that checks none. */
export interface Person {
  id: string;
  token: string;
  conversation: string;
  /** Some tasks that are not done and not due today: what may be completed without changing a list. */
  open: string[];
}

/** Enough for most, and each login takes as long as a few hundred reads. */
const MOST = 40;

/** The first people of a size, as a server knows them that asks for no token. */
export function peopleIn(file: string, size: Size, most = MOST): Person[] {
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

/** The same, logged in at the door of ours. */
export async function loggedIn(url: string, people: Person[]): Promise<Person[]> {
  const signed: Person[] = [];
  for (const [number, person] of people.entries())
    signed.push({ ...person, token: await login(url, number) });
  return signed;
}

export async function login(url: string, person: number, address = '127.0.0.1'): Promise<string> {
  const answer = await fetch(`${url}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email: emailOf(person), password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`logging in answered ${answer.status}`);
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return accessToken;
}
