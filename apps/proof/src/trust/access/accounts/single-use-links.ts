import { fromNewAddress, send, textAt } from '../../../lib/client/http-client.ts';
import type { Server } from '../../../lib/server/server.ts';
import { type Account, addMember, register, withServer } from '../../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../../proof.ts';

const ROUNDS = { short: 2, full: 10 };
const AT_ONCE = 50;

export const singleUseLinks: Proof = {
  name: 'single-use-links',
  guarantee: 'A link is single-use',
  target: '50 parallel redemptions → exactly one',
  short: true,
  measure: size => withServer({}, server => redeemed(server, size), { hasCheapPasswords: size === 'short' }),
};

async function redeemed(server: Server, size: Size): Promise<Result> {
  const boss = await register(server, 'Boss', 'Manager');
  const joined = await joinedWith(server, boss, ROUNDS[size]);
  const wins: number[] = [];
  let strange = 0;
  let wrongPassword = 0;
  for (let round = 0; round < ROUNDS[size]; round++) {
    const { id, email } = await addMember(server, boss, `Member-${round}`);
    const { body } = await send(server.url, '/trpc/member.link', { token: boss.token, body: { id } });
    const token = new URL(textAt(body, 'result', 'data', 'url')).searchParams.get('token');
    const path = round % 2 === 0 ? '/member/activate' : '/api/users/new-password';
    const tries = Array.from({ length: AT_ONCE }, async (_, number) => {
      const password = `chosen-${number}`;
      const { status } = await send(server.url, path, {
        body: { token, password },
        headers: fromNewAddress(),
      });
      return { password, status };
    });
    const responses = await Promise.all(tries);
    const won = responses.filter(({ status }) => status === 200);
    wins.push(won.length);
    strange += responses.filter(({ status }) => status !== 200 && status !== 400).length;
    // The redemption that succeeded set the password.
    const login = { email, password: won[0]?.password ?? '' };
    const { status } = await send(server.url, '/auth', { body: login, headers: fromNewAddress() });
    if (status !== 200) wrongPassword += 1;
  }
  return {
    measured: `${wins.join(', ')} of ${AT_ONCE} redeemed; ${strange} other responses; ${wrongPassword} winners could not log in; ${joined.join(', ')} of ${AT_ONCE} joined with an invitation for one`,
    holds: [...wins, ...joined].every(won => won === 1) && strange === 0 && wrongPassword === 0,
  };
}

/** How many accounts an invitation for one person makes, in each round. A response that is neither counts as many. */
async function joinedWith(server: Server, boss: Account, rounds: number): Promise<number[]> {
  const made: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { body } = await send(server.url, '/invitations', {
      token: boss.token,
      body: { role: 'Employee', uses: 1 },
    });
    const token = new URL(textAt(body, 'url')).searchParams.get('token');
    const before = await membersOf(server, boss);
    const tries = Array.from({ length: AT_ONCE }, async (_, number) => {
      const person = { name: 'Guest', email: `guest-${round}-${number}@example.com`, password: 'chosen' };
      const { status } = await send(server.url, '/invitations/redeem', {
        body: { token, ...person },
        headers: fromNewAddress(),
      });
      return status;
    });
    const statuses = await Promise.all(tries);
    const strange = statuses.filter(status => status !== 201 && status !== 400).length;
    made.push((await membersOf(server, boss)) - before + strange);
  }
  return made;
}

async function membersOf({ url }: Server, boss: Account): Promise<number> {
  const { body } = await send(url, '/users', { token: boss.token });
  return Array.isArray(body) ? body.length : 0;
}
