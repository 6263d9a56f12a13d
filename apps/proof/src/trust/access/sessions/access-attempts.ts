import { fromNewAddress, send, textAt } from '../../../lib/client/http-client.ts';
import type { Server } from '../../../lib/server/server.ts';
import type { Account } from '../../../lib/users/accounts.ts';
import { handshake, openTrpcSocket } from '../rights/entry-points.ts';

/** Tries each entry point with every credential that the person ever had; true if one opened. */
const ENTRY_POINTS: Record<string, (server: Server, who: Account) => Promise<boolean>> = {
  'REST with the token': async ({ url }, { token }) => isGood(await send(url, '/tasks', { token })),
  'tRPC with the token': async ({ url }, { token }) => isGood(await send(url, '/trpc/auth.me', { token })),
  'a WebSocket with the token': async ({ url }, { token }) => {
    const socket = openTrpcSocket(url, token);
    const status = await socket.ask('auth.me', true, undefined);
    socket.close();
    return status === 200;
  },
  'Socket.IO with the token': async ({ url }, { token }) => (await handshake(url, token)) === 200,
  'a refresh': ({ url }, { cookie }) =>
    signsIn(send(url, '/auth/refresh', { cookie, headers: fromNewAddress() })),
  'a refresh over tRPC': ({ url }, { cookie }) =>
    signsIn(send(url, '/trpc/auth.refresh', { body: {}, cookie, headers: fromNewAddress() })),
};
const LOGINS = ['/auth', '/api/users/login', '/trpc/auth.login'];
const LINKS = ['/member/activate', '/api/users/new-password', '/trpc/auth.activate'];

export const SESSION_ENTRY_POINTS: readonly string[] = Object.keys(ENTRY_POINTS);

/** The entry points that accept what the person still has: the token and the cookie. */
export async function openToSession(server: Server, who: Account): Promise<string[]> {
  const open: string[] = [];
  for (const [name, tryEntryPoint] of Object.entries(ENTRY_POINTS))
    if (await tryEntryPoint(server, who)) open.push(name);
  return open;
}

/** The entry points that start a new session: with the password, also from a known browser, or a link. */
export async function openToSignIn({ url }: Server, who: Account, token: string): Promise<string[]> {
  const open: string[] = [];
  const { email, password, cookie } = who;
  for (const path of LOGINS)
    for (const browser of [undefined, cookie])
      if (
        await signsIn(
          send(url, path, { body: { email, password }, cookie: browser, headers: fromNewAddress() }),
        )
      )
        open.push(`a login at ${path}`);
  for (const path of LINKS)
    if (
      isGood(await send(url, path, { body: { token, password: 'another one' }, headers: fromNewAddress() }))
    )
      open.push(`a link at ${path}`);
  return open;
}

/** A token or a cookie in the response grants access, whatever the status. */
async function signsIn(asked: ReturnType<typeof send>): Promise<boolean> {
  const response = await asked;
  const token =
    textAt(response.body, 'accessToken') || textAt(response.body, 'result', 'data', 'accessToken');
  return isGood(response) || token !== '' || /onus(-browser)?=[^;]/.test(response.cookie);
}

function isGood({ status }: { status: number }): boolean {
  return status < 300;
}
