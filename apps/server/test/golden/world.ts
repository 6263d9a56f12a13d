import { createSystemScope } from '@onus/api/core/scope';
import { tokenHash } from '@onus/api/core/secrets/token-hash';
import { issueLink } from '@onus/api/link/issue';
import { findAccount } from '@onus/api/people/find';
import { place, signUp, startServer, type TestServer } from '../server.ts';

const DAY = 86_400_000;
const PEOPLE = ['ada', 'max', 'eli', 'uma'] as const;
/** An Admin, a Manager, the Manager's one member, and a single user; their ids grow in this order. */
export type Who = (typeof PEOPLE)[number];

export interface Person {
  id: string;
  token: string;
  cookie: string;
}

/** A server furnished with one thing of every kind, whose clock stands still: every value in it is known. */
export interface World extends Record<Who, Person> {
  server: TestServer;
  /** What the clock shows, as ISO text: noon of a day. */
  now: string;
  /** Ids of tasks. Max's for Eli, in the past; Eli's, done; Eli's, due today; Max's own, far ahead. */
  bins: string;
  done: string;
  due: string;
  own: string;
  item: string;
  /** Max and Eli, with two messages. */
  conversation: string;
  first: string;
  second: string;
  /** Opens a link that sets Uma's password. */
  link: string;
  /** Opens a link that sets Eli's first password. */
  activation: string;
  /** Max's invitation for two, and the token that opens it. */
  invitation: string;
  invited: string;
  /** Opens a link that restores Uma's email. */
  restoring: string;
}

export async function furnish(): Promise<World> {
  const server = await startServer();
  // A noon ahead of us: sessions end by the machine's own clock, and nothing here crosses midnight.
  const noon = Date.now() - (Date.now() % DAY) + 1.5 * DAY;
  server.services.clock = () => noon;
  const now = new Date(noon).toISOString();
  const people = await populate(server);
  const things = await supply(server, people, now);
  const link = linkFor(server, 'uma@example.com', noon, 'reset');
  const activation = linkFor(server, 'eli@example.com', noon, 'activation');
  const restoring = restoringFor(server, people.uma, noon);
  return { server, now, ...people, ...things, link, activation, restoring };
}

/** As the old address is sent one, where there is mail. */
function restoringFor({ services }: TestServer, { id }: Person, now: number): string {
  const token = 'a link to the old address';
  const insert = services.db.$client.prepare(
    'insert into email_take_back (user_id, email, token_hash, expires_at) values (?, ?, ?, ?)',
  );
  insert.run(id, 'uma@example.com', tokenHash(token), now + DAY);
  return token;
}

async function populate(server: TestServer): Promise<Record<Who, Person>> {
  const people = {} as Record<Who, Person>;
  for (const who of PEOPLE) people[who] = await signUp(server, nameOf(who));
  place(server, people.ada.id, 'Admin,Manager');
  place(server, people.max.id, 'Manager');
  place(server, people.eli.id, 'Employee', people.max.id);
  return people;
}

async function supply(server: TestServer, { max, eli }: Record<Who, Person>, now: string) {
  async function make({ token }: Person, path: string, body: object): Promise<string> {
    const answer = await server.send('POST', path, { token, body });
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return String(answer.body.id);
  }
  const assignees = [eli.id];
  const bins = await make(max, '/tasks', { title: 'Bins', dueDate: '2020-03-05T09:30:00Z', assignees });
  const done = await make(eli, '/tasks', { title: 'Done', dueDate: '2020-03-06' });
  await server.send('PATCH', '/tasks', { token: eli.token, body: { id: done, completed: true } });
  const due = await make(eli, '/tasks', { title: 'Due', dueDate: now });
  const own = await make(max, '/tasks', { title: 'Own', dueDate: '2999-12-30' });
  const item = await make(eli, '/groceries', { name: 'Milk', count: 2, price: 1.5 });
  const users = [eli.id];
  const conversation = await make(max, '/conversations', { users, message: 'Hello', timestamp: 1000 });
  const second = await make(eli, '/messages', {
    conversationId: conversation,
    message: 'Hi',
    timestamp: 2000,
  });
  const { body } = await server.send('GET', `/messages?conversationId=${conversation}`, { token: max.token });
  const invited = { role: 'Employee', uses: 2 };
  const made = (await server.send('POST', '/invitations', { token: max.token, body: invited })).body;
  const invitation = { invitation: made.id, invited: new URL(made.url).searchParams.get('token') ?? '' };
  return { bins, done, due, own, item, conversation, first: String(body[0].id), second, ...invitation };
}

function linkFor({ services }: TestServer, email: string, now: number, kind: 'activation' | 'reset'): string {
  const scope = createSystemScope(now);
  const account = findAccount(services.db, scope, email);
  if (!account) throw new Error(`${email} has no account`);
  return issueLink(services.db, scope, account.id, kind).token;
}

/** `Ada`, as she registered. */
export function nameOf(who: Who): string {
  return who.charAt(0).toUpperCase() + who.slice(1);
}
