import { elsewhere, send, textAt } from './door.ts';
import { demand } from './onus.ts';
import { type Place, type Server, startServer } from './server.ts';

/** A person with an account, signed in with one browser. */
export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
  cookie: string;
}

/**
 * Starts a server, shows something on it, and removes it whatever happened. To it this machine is a trusted
 * proxy, so that each caller may have an address of their own.
 */
export async function onInstall<T>(
  settings: Record<string, string>,
  show: (server: Server) => Promise<T>,
  place: Place = {},
): Promise<T> {
  const server = await startServer({ TRUST_PROXY: 'loopback', ...settings }, place);
  try {
    return await show(server);
  } finally {
    await server.remove();
  }
}

export async function register(server: Server, name: string, roles = 'User'): Promise<Person> {
  const person = { name, email: `${name.toLowerCase()}@example.com`, password: `${name}-secret` };
  const answer = await send(server.url, '/api/users/', { body: { ...person, roles }, headers: elsewhere() });
  if (answer.status !== 201) throw new Error(`${name} could not register: ${answer.bytes}`);
  const { body, cookie } = answer;
  return { ...person, id: textAt(body, 'id'), token: textAt(body, 'accessToken'), cookie };
}

/** The same person in another browser. */
export async function logIn<P extends Omit<Person, 'token' | 'cookie'>>(
  server: Server,
  person: P,
): Promise<P & Pick<Person, 'token' | 'cookie'>> {
  const { email, password } = person;
  const answer = await send(server.url, '/auth', { body: { email, password }, headers: elsewhere() });
  if (answer.status !== 200) throw new Error(`${person.name} could not log in: ${answer.bytes}`);
  return { ...person, token: textAt(answer.body, 'accessToken'), cookie: answer.cookie };
}

/** A member of a manager's team, signed in. */
export async function addMember(server: Server, boss: Person, name: string): Promise<Person> {
  const member = { name, email: `${name.toLowerCase()}@example.com`, password: 'Member1!' };
  const answer = await send(server.url, '/users', { token: boss.token, body: member });
  if (answer.status !== 201) throw new Error(`${name} could not be made: ${answer.bytes}`);
  return logIn(server, { ...member, id: textAt(answer.body, 'user', 'id') });
}

/** An Admin, made as operators make one, signed in. */
export async function makeAdmin(server: Server, name: string): Promise<Person> {
  const admin = { name, email: `${name.toLowerCase()}@example.com`, password: `${name}-secret`, id: '' };
  const named = ['--email', admin.email, '--username', name];
  await demand(server.dataDir, ['admin', 'create', ...named], `${admin.password}\n`);
  const signedIn = await logIn(server, admin);
  const { body } = await send(server.url, '/trpc/auth.me', { token: signedIn.token });
  return { ...signedIn, id: textAt(body, 'result', 'data', 'id') };
}
