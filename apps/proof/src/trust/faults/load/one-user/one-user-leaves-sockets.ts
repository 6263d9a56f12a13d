import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { fromNewAddress, send } from '../../../../lib/client/http-client.ts';
import type { Server } from '../../../../lib/server/server.ts';
import { type Account, register, withServer } from '../../../../lib/users/accounts.ts';
import type { Proof, Result } from '../../../proof.ts';

/** More than the system allows the server to have open. */
const SOCKETS = 1_200;
/** This many connect at once, then the rest. */
const TOGETHER = 50;
const OTHERS = 10;
/** Sockets of each other person: five tabs. */
const TABS = 5;
/** Milliseconds. Longer than a busy machine takes. */
const PATIENCE = 60_000;

export const oneUserLeavesSockets: Proof = {
  name: 'one-user-leaves-sockets',
  guarantee: 'One user leaves sockets to the others',
  target:
    'with 1,024 descriptors one account opens 1,200 sockets that sign in: those over its limit are closed with 4029, and ten others log in, open five sockets each and get answers',
  short: true,
  isWaiting: true,
  measure: () => withServer({}, taken, { descriptors: 1_024 }),
};

async function taken(server: Server): Promise<Result> {
  const greedy = await register(server, 'Greedy');
  const others: Account[] = [];
  for (let n = 0; n < OTHERS; n++) others.push(await register(server, `Other${n}`));
  const held: WebSocket[] = [];
  const ends: string[] = [];
  for (let n = 0; n < SOCKETS; n += TOGETHER) {
    const opened = await Promise.all(Array.from({ length: TOGETHER }, () => open(server, greedy)));
    for (const { socket, end } of opened) {
      if (end === 'answered') held.push(socket);
      else ends.push(end);
    }
  }
  let loggedIn = 0;
  let answered = 0;
  for (const { email, password } of others) {
    const options = { body: { email, password }, headers: fromNewAddress(), ownConnection: true };
    const login = await send(server.url, '/auth', options).catch(() => null);
    if (login?.status === 200) loggedIn += 1;
  }
  for (const other of others) {
    const tabs = await Promise.all(Array.from({ length: TABS }, () => open(server, other)));
    answered += tabs.filter(({ end }) => end === 'answered').length;
    held.push(...tabs.map(({ socket }) => socket));
  }
  for (const socket of held) socket.terminate();
  const counts = [...Map.groupBy(ends, end => end)].map(([end, some]) => `${some.length} × ${end}`);
  const stayed = SOCKETS - ends.length;
  return {
    measured: `${stayed} of ${SOCKETS} sockets stayed open, ${counts.join(', ') || 'none closed'}; of the others ${loggedIn} of ${OTHERS} logged in, ${answered} of ${OTHERS * TABS} sockets got an answer`,
    holds:
      loggedIn === OTHERS &&
      answered === OTHERS * TABS &&
      stayed > 0 &&
      ends.length > 0 &&
      ends.every(end => end === 'closed 4029'),
  };
}

/** Signs a socket in and asks once; the server closes one that is too many before or after its answer. */
async function open(server: Server, { token }: Account): Promise<{ socket: WebSocket; end: string }> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/trpc?connectionParams=1`, {
    headers: fromNewAddress(),
  });
  const { promise: closed, resolve: close } = Promise.withResolvers<string>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  socket.on('error', ({ message }) => close(`lost ${message}`));
  socket.once('close', code => close(`closed ${code}`));
  socket.once('open', () => {
    socket.send(JSON.stringify({ method: 'connectionParams', data: { token } }));
    socket.send(JSON.stringify({ id: 1, method: 'query', params: { path: 'chat.unread' } }));
  });
  socket.on('message', data => {
    if (String(data).includes('"id":1')) answer();
  });
  const settled = answered.then(() => Promise.race([closed, sleep(200, 'answered')]));
  return { socket, end: await Promise.race([closed, settled, sleep(PATIENCE, 'not answered')]) };
}
