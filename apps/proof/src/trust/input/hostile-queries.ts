import { closeDb, openDb } from '@onus/db/open';
import { send, textAt } from '../../lib/client/http-client.ts';
import { inMs, timed } from '../../lib/client/latency.ts';
import type { Server } from '../../lib/server/server.ts';
import { median } from '../../lib/statistics.ts';
import { type Account, addMember, logIn, register, withServer } from '../../lib/users/accounts.ts';
import type { Proof, Result } from '../proof.ts';

const MESSAGES = 200_000;
const MEMBERS = 40;
const MOST = 50;
const TIMES = 5;

export const hostileQueries: Proof = {
  name: 'hostile-queries',
  guarantee: 'No query stalls the server',
  target: 'hostile list parameters at 200,000 messages: ≤ 50 ms each',
  short: false,
  measure: () => withServer({}, asked),
};

async function asked(server: Server): Promise<Result> {
  const { boss, thread } = await filled(server);
  const slow: string[] = [];
  let slowest = 0;
  let accepted = 0;
  const paths = hostile(thread, boss.email);
  for (const path of paths) {
    const took: number[] = [];
    for (let n = 0; n < TIMES; n++)
      took.push(
        await timed(async () => {
          const { status } = await send(server.url, path, { token: boss.token });
          if (status === 200) accepted += 1;
          else if (status !== 400 || !isRefused(path)) slow.push(`${path.slice(0, 120)} got ${status}`);
        }),
      );
    const middle = median(took);
    slowest = Math.max(slowest, middle);
    if (middle > MOST) slow.push(`${path.slice(0, 120)} took ${inMs(middle)}`);
  }
  return {
    measured: `the slowest of ${paths.length}, of which ${accepted / TIMES} were accepted, took ${inMs(slowest)}${slow.map(one => `; ${one}`).join('')}`,
    holds: slow.length === 0,
  };
}

/** Values that the contract refuses. The server reads all others. */
function isRefused(path: string): boolean {
  return /_sort=(?:text|timestamp,id|__proto__)/.test(path);
}

/** Three quarters of all messages are in one thread, the rest in forty others. */
async function filled(server: Server): Promise<{ boss: Account; thread: string }> {
  const boss = await register(server, 'Boss', 'Manager');
  const threads: { id: string; member: string }[] = [];
  for (let n = 0; n < MEMBERS; n++) {
    const { id } = await addMember(server, boss, `member-${n}`);
    const body = { users: [id], message: 'Hello' };
    const made = await send(server.url, '/conversations', { token: boss.token, body });
    threads.push({ id: textAt(made.body, 'id'), member: id });
  }
  await server.stop();
  const db = openDb(server.file);
  const insert = db.$client.prepare(
    'insert into message (id, conversation_id, sender_id, text, timestamp) values (?, ?, ?, ?, ?)',
  );
  const [first] = threads;
  db.$client.transaction(() => {
    for (let n = 0; n < MESSAGES; n++) {
      const thread = n % 4 === 0 ? threads[n % MEMBERS] : first;
      if (!thread) continue;
      const sender = n % 2 === 0 ? boss.id : thread.member;
      // The worst case for sorting: timestamps unrelated to the sequence.
      insert.run(`m-${(n * 7919) % 1_000_003}`, thread.id, sender, `Message ${n}`, (n * 104_729) % 1e12);
    }
    db.$client.exec(`update conversation set last_sequence =
      (select max(sequence) from message where conversation_id = conversation.id)`);
  })();
  closeDb(db);
  await server.start();
  return { boss: await logIn(server, boss), thread: first?.id ?? '' };
}

function hostile(thread: string, email: string): string[] {
  const sorts = ['timestamp', 'id', 'sequence', '', 'text', 'timestamp,id', '__proto__'];
  const pages = [
    '',
    '&_page=1&_limit=100',
    '&_page=999999999&_limit=100',
    '&_page=1500&_limit=100',
    '&_page=-1',
  ];
  const messages = sorts.flatMap(sort =>
    ['asc', 'desc'].flatMap(order =>
      pages.map(page => `/messages?conversationId=${thread}&_sort=${sort}&_order=${order}${page}`),
    ),
  );
  const like = (text: string) => `participants_like=${encodeURIComponent(text)}`;
  const many = Array.from({ length: 20 }, (_, n) => like(`${email}-member-${n}@example.com`)).join('&');
  const conversations = [
    '/conversations',
    ...sorts.map(sort => `/conversations?_sort=${sort}&_order=desc&_page=1&_limit=100&${like(email)}`),
    `/conversations?${many}`,
    `/conversations?${like('%')}`,
    `/conversations?${like(`${email}-`.repeat(300))}`,
    `/conversations?${like('-'.repeat(12_000))}`,
  ];
  const typed = [
    ['chat.messages', { conversationId: thread, limit: 100 }],
    ['chat.messages', { conversationId: thread, limit: 100, cursor: 1 }],
    ['chat.messages', { conversationId: thread, limit: 100, cursor: Number.MAX_SAFE_INTEGER }],
    ['chat.findMessages', { conversationId: thread, sort: 'id', order: 'desc', page: 1500, limit: 100 }],
    ['chat.conversations', { limit: 100 }],
    ['chat.conversations', { limit: 100, cursor: 0 }],
    ['chat.unread', {}],
  ] as const;
  const calls = typed.map(
    ([path, input]) => `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`,
  );
  return [...messages, ...conversations, ...calls];
}
