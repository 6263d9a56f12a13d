import { elsewhere, send, textAt } from '../door.ts';
import type { Person } from '../people.ts';
import type { Server } from '../server.ts';
import { handshake, openLine } from './matrix-doors.ts';

/** Tries each entry point with everything the person ever had; true when it opened. */
const DOORS: Record<string, (server: Server, who: Person) => Promise<boolean>> = {
  'REST with the token': async ({ url }, { token }) => isGood(await send(url, '/tasks', { token })),
  'tRPC with the token': async ({ url }, { token }) => isGood(await send(url, '/trpc/auth.me', { token })),
  'a WebSocket with the token': async ({ url }, { token }) => {
    const line = openLine(url, token);
    const status = await line.ask('auth.me', true, undefined);
    line.close();
    return status === 200;
  },
  'Socket.IO with the token': async ({ url }, { token }) => (await handshake(url, token)) === 200,
  'a refresh': ({ url }, { cookie }) => signsIn(send(url, '/auth/refresh', { cookie, headers: elsewhere() })),
  'a refresh over tRPC': ({ url }, { cookie }) =>
    signsIn(send(url, '/trpc/auth.refresh', { body: {}, cookie, headers: elsewhere() })),
};
const LOGINS = ['/auth', '/api/users/login', '/trpc/auth.login'];
const LINKS = ['/member/activate', '/api/users/new-password', '/trpc/auth.activate'];

export const KEPT_DOORS: readonly string[] = Object.keys(DOORS);

/** The entry points that accept what the person still has: the token and the cookie. */
export async function openToKept(server: Server, who: Person): Promise<string[]> {
  const open: string[] = [];
  for (const [name, door] of Object.entries(DOORS)) if (await door(server, who)) open.push(name);
  return open;
}

/** The entry points that start a new session: with the password, also from a known browser, or a link. */
export async function openToNew({ url }: Server, who: Person, token: string): Promise<string[]> {
  const open: string[] = [];
  const { email, password, cookie } = who;
  for (const path of LOGINS)
    for (const browser of [undefined, cookie])
      if (
        await signsIn(send(url, path, { body: { email, password }, cookie: browser, headers: elsewhere() }))
      )
        open.push(`a login at ${path}`);
  for (const path of LINKS)
    if (isGood(await send(url, path, { body: { token, password: 'another one' }, headers: elsewhere() })))
      open.push(`a link at ${path}`);
  return open;
}

/** What was answered hardly matters: a token or a cookie in it is a way in. */
async function signsIn(asked: ReturnType<typeof send>): Promise<boolean> {
  const answer = await asked;
  const token = textAt(answer.body, 'accessToken') || textAt(answer.body, 'result', 'data', 'accessToken');
  return isGood(answer) || token !== '' || /onus(-browser)?=[^;]/.test(answer.cookie);
}

function isGood({ status }: { status: number }): boolean {
  return status < 300;
}
