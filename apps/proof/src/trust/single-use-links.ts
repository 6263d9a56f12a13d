import { elsewhere, send, textAt } from '../door.ts';
import { addMember, onInstall, register } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen, Size } from './promise.ts';

const ROUNDS = { short: 2, full: 10 };
const AT_ONCE = 50;

export const singleUseLinks: Proof = {
  name: 'single-use-links',
  promise: 'A link is single-use',
  demanded: '50 parallel redemptions → exactly one',
  short: true,
  measure: size => onInstall({}, server => redeemed(server, size)),
};

async function redeemed(server: Server, size: Size): Promise<Seen> {
  const boss = await register(server, 'Boss', 'Manager');
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
      const { status } = await send(server.url, path, { body: { token, password }, headers: elsewhere() });
      return { password, status };
    });
    const answers = await Promise.all(tries);
    const won = answers.filter(({ status }) => status === 200);
    wins.push(won.length);
    strange += answers.filter(({ status }) => status !== 200 && status !== 400).length;
    // The one that was told it won is the one that set the password.
    const login = { email, password: won[0]?.password ?? '' };
    const { status } = await send(server.url, '/auth', { body: login, headers: elsewhere() });
    if (status !== 200) wrongPassword += 1;
  }
  return {
    measured: `${wins.join(', ')} of ${AT_ONCE} redeemed; ${strange} other answers; ${wrongPassword} winners could not log in`,
    kept: wins.every(won => won === 1) && strange === 0 && wrongPassword === 0,
  };
}
