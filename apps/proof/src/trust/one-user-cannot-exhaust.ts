import { setTimeout as sleep } from 'node:timers/promises';
import { elsewhere, send } from '../door.ts';
import { quantile } from '../figures.ts';
import { inMs, timed } from '../latency.ts';
import { beside } from '../moments.ts';
import { onInstall, type Person, register } from '../people.ts';
import type { Server } from '../server.ts';
import { inTime } from './in-time.ts';
import type { Proof, Seen, Size } from './promise.ts';

const SECONDS = { short: 0.3, full: 2 };
const TOGETHER = 40;
const MOST = 500;

const day = '2026-01-01';
/** What costs the server the most of what an account may call, one after the other. */
const CALLS: readonly [string, (n: number) => unknown][] = [
  ['/users', n => ({ name: 'Member', email: `member-${n}@example.com`, password: 'Member1!' })],
  ['/trpc/auth.changePassword', () => ({ current: 'not it', password: 'new' })],
  ['/trpc/sheet.preview', () => ({ kind: 'tasks', table: `title,due date\n${`x,${day}\n`.repeat(500)}` })],
  ['/tasks', n => ({ title: `Chore ${n}`, dueDate: day, text: 'x'.repeat(5_000) })],
  ['/groceries', n => ({ name: `Item ${n}` })],
];
const READS = ['/tasks', '/users', '/manager/tasks', '/groceries', '/conversations', '/trpc/manager.chart'];

export const oneUserCannotExhaust: Proof = {
  name: 'one-user-cannot-exhaust',
  promise: 'One user cannot exhaust what others need',
  demanded:
    'one account at full speed on every procedure in turn: others’ sign-ins all answered, p99 ≤ 500 ms',
  short: true,
  measure: size => onInstall({}, server => exhausted(server, size)),
};

async function exhausted(server: Server, size: Size): Promise<Seen> {
  const boss = await register(server, 'Boss', 'Manager');
  const others = await Promise.all(Array.from({ length: 5 }, (_, n) => register(server, `Other${n}`)));
  return inTime(server, async () => {
    let isOver = false;
    const signIns = beside(watchSignIns(server, others, () => isOver));
    const statuses = new Map<number, number>();
    for (const [path, body] of CALLS) await flood(server, size, boss, path, body, statuses);
    for (const path of READS) await flood(server, size, boss, path, undefined, statuses);
    isOver = true;
    const { took, refused } = await signIns;
    const p99 = quantile(took, 0.99);
    const said = [...statuses].map(([status, count]) => `${count} × ${status || 'cut off'}`).join(', ');
    return {
      measured: `${took.length} sign-ins of others, ${refused} refused, p99 ${inMs(p99)}; its own calls: ${said}`,
      kept: refused === 0 && took.length > 0,
      took: size === 'short' ? 0 : p99 / MOST,
    };
  });
}

async function flood(
  server: Server,
  size: Size,
  { token }: Person,
  path: string,
  body: ((n: number) => unknown) | undefined,
  statuses: Map<number, number>,
): Promise<void> {
  const end = performance.now() + SECONDS[size] * 1000;
  let n = 0;
  const lane = async () => {
    while (performance.now() < end) {
      n += 1;
      const sent = send(server.url, path, { token, ...(body && { body: body(n) }) });
      // The server may end connections that hold too much: those of this account are the ones that do.
      const status = await sent.then(answer => answer.status, cutOff);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, lane));
}

async function watchSignIns(server: Server, others: readonly Person[], isOver: () => boolean) {
  const took: number[] = [];
  let refused = 0;
  while (!isOver()) {
    const { email, password } = others[took.length % others.length] ?? { email: '', password: '' };
    took.push(
      await timed(async () => {
        const sent = { body: { email, password }, headers: elsewhere(), alone: true };
        const status = await send(server.url, '/auth', sent).then(answer => answer.status, cutOff);
        if (status !== 200) refused += 1;
      }),
    );
    await sleep(50);
  }
  return { took, refused };
}

function cutOff(): number {
  return 0;
}
