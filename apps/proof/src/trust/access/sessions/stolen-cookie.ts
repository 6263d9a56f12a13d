import { fromNewAddress, send, textAt } from '../../../lib/client/http-client.ts';
import type { Server } from '../../../lib/server/server.ts';
import { type Account, register, withServer } from '../../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../../proof.ts';

const PEOPLE = { short: 2, full: 20 };
const AT_ONCE = 20;

export const stolenCookie: Proof = {
  name: 'stolen-cookie',
  guarantee: 'A stolen refresh cookie works at most once',
  target:
    '20 parallel refreshes make one successor; until that is used the cookie stays good; a replay after it ends the session',
  short: true,
  measure: size => withServer({}, server => replayed(server, size)),
};

async function replayed(server: Server, size: Size): Promise<Result> {
  const wrong: string[] = [];
  const thefts = Array.from({ length: PEOPLE[size] }, async (_, number) => {
    const owner = await register(server, `Owner-${number}`);
    wrong.push(...(await stolen(server, owner)));
  });
  await Promise.all(thefts);
  const tried = `${thefts.length} cookies, each refreshed ${AT_ONCE} times at once and replayed`;
  return {
    measured: wrong.length === 0 ? `${tried}: one successor and an ended session each` : wrong.join('; '),
    holds: wrong.length === 0,
  };
}

/** The failures of one theft. */
async function stolen(server: Server, owner: Account): Promise<string[]> {
  const wrong: string[] = [];
  const first = await Promise.all(Array.from({ length: AT_ONCE }, () => refresh(server, owner.cookie)));
  const successors = new Set(first.map(({ cookie }) => cookie));
  if (first.some(({ status }) => status !== 200)) wrong.push('a parallel refresh was refused');
  if (successors.size !== 1) wrong.push(`${successors.size} successors`);
  const [successor = ''] = successors;
  const token = first[0]?.token ?? '';
  if (!(await isHeard(server, token))) wrong.push('the successor opens nothing');
  const again = await refresh(server, owner.cookie);
  if (again.cookie !== successor) wrong.push('a browser that lost the response gets another successor');
  const used = await refresh(server, successor);
  if (used.status !== 200) wrong.push(`the successor got ${used.status}`);
  const replay = await refresh(server, owner.cookie);
  if (replay.status !== 403) wrong.push(`the replay got ${replay.status}`);
  if (await isHeard(server, token)) wrong.push('the session lives after a replay');
  const { status } = await refresh(server, used.cookie);
  if (status !== 403) wrong.push(`the newest cookie got ${status} after a replay`);
  return wrong;
}

async function refresh(server: Server, cookie: string) {
  const {
    status,
    body,
    cookie: set,
  } = await send(server.url, '/auth/refresh', { cookie, headers: fromNewAddress() });
  return { status, token: textAt(body, 'accessToken'), cookie: set.split('; ')[0] ?? '' };
}

async function isHeard(server: Server, token: string): Promise<boolean> {
  return (await send(server.url, '/tasks', { token })).status === 200;
}
