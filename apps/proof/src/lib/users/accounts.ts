import { fromNewAddress, send, textAt } from '../client/http-client.ts';
import { runOperatorCommand } from '../server/onus-command.ts';
import { type Server, type ServerOptions, startServer } from '../server/server.ts';

/** A person with an account, signed in with one browser. */
export interface Account {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
  cookie: string;
}

/**
 * Starts a server, runs a function on it, and always removes it. The server trusts this machine as a proxy, so that
 * each caller can have their own address.
 */
export async function withServer<T>(
  settings: Record<string, string>,
  show: (server: Server) => Promise<T>,
  options: ServerOptions = {},
): Promise<T> {
  const server = await startServer({ TRUST_PROXY: 'loopback', ...settings }, options);
  try {
    return await show(server);
  } finally {
    await server.remove();
  }
}

export async function register(server: Server, name: string, roles = 'User'): Promise<Account> {
  const person = { name, email: `${name.toLowerCase()}@example.com`, password: `${name}-secret` };
  const response = await send(server.url, '/api/users/', {
    body: { ...person, roles },
    headers: fromNewAddress(),
  });
  if (response.status !== 201) throw new Error(`${name} could not register: ${response.bytes}`);
  const { body, cookie } = response;
  return { ...person, id: textAt(body, 'id'), token: textAt(body, 'accessToken'), cookie };
}

/** The same person in another browser. */
export async function logIn<P extends Omit<Account, 'token' | 'cookie'>>(
  server: Server,
  person: P,
): Promise<P & Pick<Account, 'token' | 'cookie'>> {
  const { email, password } = person;
  const response = await send(server.url, '/auth', { body: { email, password }, headers: fromNewAddress() });
  if (response.status !== 200) throw new Error(`${person.name} could not log in: ${response.bytes}`);
  return { ...person, token: textAt(response.body, 'accessToken'), cookie: response.cookie };
}

/** A member of a manager's team, signed in. */
export async function addMember(server: Server, boss: Account, name: string): Promise<Account> {
  const member = { name, email: `${name.toLowerCase()}@example.com`, password: 'Member1!' };
  const response = await send(server.url, '/users', { token: boss.token, body: member });
  if (response.status !== 201) throw new Error(`${name} could not be created: ${response.bytes}`);
  return logIn(server, { ...member, id: textAt(response.body, 'user', 'id') });
}

/** An Admin, created as operators create one, signed in. */
export async function createAdmin(server: Server, name: string): Promise<Account> {
  const admin = { name, email: `${name.toLowerCase()}@example.com`, password: `${name}-secret`, id: '' };
  const named = ['--email', admin.email, '--username', name];
  await runOperatorCommand(server.dataDir, ['admin', 'create', ...named], `${admin.password}\n`);
  const signedIn = await logIn(server, admin);
  const { body } = await send(server.url, '/trpc/auth.me', { token: signedIn.token });
  return { ...signedIn, id: textAt(body, 'result', 'data', 'id') };
}
