import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { place, sendTo, signUp, startServer, type TestServer } from '../server.ts';

/** What we use of json-server 0.17.4, which is CommonJS and ships no types. */
interface JsonServer {
  create(): RequestListener & { use(router: unknown): void };
  router(rows: Record<string, object[]>): unknown;
}
const require = createRequire(import.meta.url);
const jsonServer: JsonServer = require('json-server');

/** How often each kind of list is asked. */
const QUERIES = 400;
const SENT = 37;
/** Milliseconds; thousands of requests take a while on a machine that is busy. */
const TIMEOUT = 60_000;

/** Rows as our REST API answers them, with the sequence that may be sorted by but is not shown. */
interface Known {
  id: string;
  timestamp: number;
  sequence: number;
}

let server: TestServer;
let reference: Server;
let base: string;
let token: string;
let messages: Known[];
let conversations: Known[];
let long: string;
const own = 'the-boss@example.com';

beforeAll(async () => {
  server = await startServer();
  await furnish();
  const app = jsonServer.create();
  app.use(jsonServer.router({ messages, conversations }));
  reference = createServer(app).listen(0, '127.0.0.1');
  await once(reference, 'listening');
  const address = reference.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}, TIMEOUT);
afterAll(async () => {
  reference.close();
  await server.close();
});

/** A boss with fourteen members, their emails full of hyphens; times that are often the same. */
async function furnish(): Promise<void> {
  const boss = await signUp(server, 'The-Boss');
  token = boss.token;
  place(server, boss.id, 'Manager');
  const random = dice(7);
  for (let number = 0; number < 14; number++) {
    const member = await signUp(server, `M-${number}-x`);
    place(server, member.id, 'Employee', boss.id);
    const body = { users: [member.id], message: `to ${number}`, timestamp: random(4) * 1000 };
    const made = await post('/conversations', boss.token, body);
    for (let sent = 0; sent < (number === 0 ? SENT : random(3)); sent++) {
      const next = { conversationId: made.id, message: `n ${sent}`, timestamp: random(5) * 1000 };
      await post('/messages', random(2) ? boss.token : member.token, next);
    }
    // More than our REST API reads at once.
    if (number === 13) long = await lengthened(String(made.id));
  }
  const read = readRows();
  messages = read.messages;
  conversations = read.conversations;
}

async function lengthened(conversationId: string): Promise<string> {
  for (let sent = 0; sent < 110; sent++) {
    await post('/messages', token, { conversationId, message: `more ${sent}`, timestamp: sent % 7 });
  }
  return conversationId;
}

async function post(path: string, sender: string, body: object): Promise<Record<string, unknown>> {
  const answer = await server.send('POST', path, { token: sender, body });
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The rows in the order they were made, straight from the tables and in the shape of rule 6. */
function readRows(): { messages: Known[]; conversations: Known[] } {
  const { $client } = server.services.db;
  const person = (of: string) =>
    `(select json_object('id', id, 'email', email, 'username', username) from user where id = ${of})`;
  const other = 'iif(m.sender_id = c.low_user_id, c.high_user_id, c.low_user_id)';
  function all(statement: string): Known[] {
    return $client
      .prepare<[], { row: string }>(statement)
      .all()
      .map(({ row }) => JSON.parse(row));
  }
  return {
    messages: all(`select json_object('id', m.id, 'conversationId', m.conversation_id,
      'sender', json(${person('m.sender_id')}), 'receiver', json(${person(other)}), 'message', m.text,
      'timestamp', m.timestamp, 'sequence', m.sequence) row
      from message m join conversation c on c.id = m.conversation_id order by m.sequence`),
    conversations: all(`select json_object('id', c.id, 'participants', low.email || '-' || high.email,
      'users', json_array(json(${person('low.id')}), json(${person('high.id')})), 'message', c.last_message,
      'timestamp', c.last_timestamp, 'sequence', c.last_sequence) row
      from conversation c join user low on low.id = c.low_user_id join user high on high.id = c.high_user_id
      order by c.rowid`),
  };
}

/** The same numbers at every run: `random(n)` is from 0 to n - 1. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return sides => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const SORTS = [undefined, '', 'timestamp', 'timestamp', 'timestamp', 'id', 'sequence'];
const ORDERS = [
  undefined,
  '',
  'asc',
  'desc',
  'desc',
  'DESC',
  'Desc',
  'aSC',
  'down',
  ' desc',
  'desc,asc',
  '-1',
];
const PAGES = [
  undefined,
  undefined,
  '',
  '1',
  '1',
  '2',
  '3',
  '4',
  '9',
  '0',
  '-2',
  'x',
  '2.9',
  '1e9',
  '03',
  '2x',
];
const LIMITS = [undefined, '', '1', '2', '3', '5', '7', '10', '20', '38', '99', '100', '007'];

/** A part of a list as a client may ask for it; a page always, or a limit, so that both count the rows. */
function partOf(random: (sides: number) => number): [string, string | undefined][] {
  function oneOf<Item>(items: Item[]): Item {
    return items[random(items.length)] as Item;
  }
  const [page, limit] = [oneOf(PAGES), oneOf(LIMITS)];
  return [
    ['_sort', oneOf(SORTS)],
    ['_order', oneOf(ORDERS)],
    ['_page', page || limit ? page : '1'],
    ['_limit', limit],
  ];
}

function queryOf(fields: [string, string | undefined][], random: (sides: number) => number): string {
  const given = fields.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return new URLSearchParams(given.toSorted(() => random(3) - 1)).toString();
}

interface List {
  status: number;
  total: string | null;
  rows: unknown;
}

async function ours(path: string): Promise<List> {
  const { status, headers, body } = await server.send('GET', path, { token });
  return { status, total: headers.get('x-total-count'), rows: body };
}

async function theirs(path: string): Promise<List> {
  const { status, headers, body } = await sendTo(base)('GET', path);
  return {
    status,
    total: headers.get('x-total-count'),
    rows: (body as Known[]).map(({ sequence: _sequence, ...row }) => row),
  };
}

/** Every query whose two answers differ, and how many rows were compared. */
async function differences(paths: string[]): Promise<{ differing: string[]; compared: number }> {
  const differing: string[] = [];
  let compared = 0;
  for (const path of paths) {
    const [mine, reference] = [await ours(path), await theirs(path)];
    if (JSON.stringify(mine) !== JSON.stringify(reference)) differing.push(path);
    compared += (reference.rows as unknown[]).length;
  }
  return { differing, compared };
}

function idOfFirst(): string {
  const [id = ''] = messages.map(row => String((row as Known & { conversationId: string }).conversationId));
  return id;
}

describe('the same rows, order and count as json-server 0.17.4', () => {
  test.each([1, 2, 3])(
    'messages of a conversation, seed %i',
    async seed => {
      const random = dice(seed);
      const paths = Array.from({ length: QUERIES }, () => {
        const conversationId = random(9) ? (random(2) ? idOfFirst() : long) : 'unknown-thread';
        return `/messages?${queryOf([['conversationId', conversationId], ...partOf(random)], random)}`;
      });
      const { differing, compared } = await differences(paths);
      expect(differing).toEqual([]);
      expect(compared).toBeGreaterThan(QUERIES * 4);
    },
    TIMEOUT,
  );

  test.each([4, 5, 6])(
    'conversations of oneself, seed %i',
    async seed => {
      const random = dice(seed);
      const likes = [[own], [own], [own, own], [own.toUpperCase(), ''], ...pairs()];
      const paths = Array.from({ length: QUERIES }, () => {
        const like = likes[random(likes.length)] ?? [];
        const named = like.map((value): [string, string] => ['participants_like', value]);
        return `/conversations?${queryOf([...named, ...partOf(random)], random)}`;
      });
      const { differing, compared } = await differences(paths);
      expect(differing).toEqual([]);
      expect(compared).toBeGreaterThan(QUERIES * 1.5);
    },
    TIMEOUT,
  );

  test('the very queries of the client', async () => {
    const served = '_sort=timestamp&_order=desc&_page=1&_limit=20';
    const other = 'm-3-x@example.com';
    const { differing, compared } = await differences([
      `/messages?conversationId=${idOfFirst()}&${served}`,
      `/messages?conversationId=${idOfFirst()}&${served.replace('_page=1', '_page=2')}`,
      `/conversations?participants_like=${own}&${served}`,
      `/conversations?participants_like=${own}&_page=2&_limit=5`,
    ]);
    expect([differing, compared]).toEqual([[], SENT + 1 + 14 + 5]);
    const pair = `participants_like=${own}-${other}&&participants_like=${other}-${own}`;
    const [mine, reference] = [await ours(`/conversations?${pair}`), await theirs(`/conversations?${pair}`)];
    expect(mine.rows).toEqual(reference.rows);
    // Where no page is asked for json-server does not count.
    expect([mine.total, reference.total]).toEqual(['1', null]);
  });

  test('the same with the same `_sort` where no page is asked for, however long the list is', async () => {
    const named = messages as (Known & { conversationId: string })[];
    for (const id of [idOfFirst(), long]) {
      const total = String(named.filter(row => row.conversationId === id).length);
      for (const sort of ['timestamp', 'id', 'sequence', '']) {
        for (const order of ['asc', 'desc', 'DESC', '']) {
          const query = `conversationId=${id}&_sort=${sort}&_order=${order}`;
          const [mine, reference] = [await ours(`/messages?${query}`), await theirs(`/messages?${query}`)];
          expect([query, mine.rows]).toEqual([query, reference.rows]);
          expect(mine.total).toBe(total);
        }
      }
    }
  });
});

/** Own email and another's as they are stored, in both orders as the client asks, and two pairs at once. */
function pairs(): string[][] {
  const others = [0, 3, 12].map(number => `m-${number}-x@example.com`);
  return others.flatMap((other, number) => [
    [`${own}-${other}`],
    [`${own}-${other}`, `${other}-${own}`],
    [`${own}-${other}`, `${own}-${others[number - 1]}`],
  ]);
}

describe('where our contract is another on purpose', () => {
  test.each(['0', '-1', '101', '1000', '1.5', '1e1', '0x10', 'all', '10x', ' 7', '5&_limit=5'])(
    'a `_limit` of %s is refused',
    async limit => {
      const [id, refusal] = [idOfFirst(), { message: 'Limit must be from 1 to 100', code: 'BAD_REQUEST' }];
      for (const path of [
        `/messages?conversationId=${id}&_limit=${limit}`,
        `/messages?conversationId=${id}&_page=1&_limit=${limit}`,
        `/conversations?participants_like=${own}&_limit=${limit}`,
      ]) {
        expect([path, await ours(path)]).toEqual([path, { status: 400, total: null, rows: refusal }]);
      }
    },
  );

  test.each(['message', 'sender.email', 'timestamp,id', 'Timestamp', '__proto__', '1;--', 'id&_sort=id'])(
    'a `_sort` by %s is refused',
    async sort => {
      const message = 'Sort must be one of timestamp, id, sequence';
      for (const path of [
        `/messages?conversationId=${idOfFirst()}&_sort=${sort}&_page=1`,
        `/conversations?participants_like=${own}&_sort=${sort}&_page=1`,
      ]) {
        const rows = { message, code: 'BAD_REQUEST' };
        expect([path, await ours(path)]).toEqual([path, { status: 400, total: null, rows }]);
      }
    },
  );

  test.each([
    '',
    '.',
    '.*',
    '%',
    '^',
    '(',
    'example.com',
    'the-boss',
    'm-3-x@example.com',
    `${own}-`,
    `${own}|.`,
    `${own}-m-3-x@example.co`,
    `${own}-m-3-x@example.com-`,
    'm-3-x@example.com-m-4-x@example.com',
    'the.boss@example.com',
  ])(
    '`participants_like=%s`, which names neither oneself nor a pair with oneself, finds nothing',
    async like => {
      const path = `/conversations?participants_like=${encodeURIComponent(like)}&_page=1`;
      expect(await ours(path)).toEqual({ status: 200, total: '0', rows: [] });
    },
  );

  test('a pair is one pair in either order: json-server finds it only as it is stored', async () => {
    const other = 'm-3-x@example.com';
    const [turned, stored] = [`${other}-${own}`, `${own}-${other}`].map(
      like => `/conversations?participants_like=${like}&_page=1`,
    );
    const expected = await theirs(stored ?? '');
    expect(expected.total).toBe('1');
    expect(await ours(turned ?? '')).toEqual(expected);
    expect((await theirs(turned ?? '')).total).toBe('0');
  });

  test('without `conversationId` there is no list, and two are none either', async () => {
    for (const query of ['', '_page=1', 'conversationId=', 'conversationId=a&conversationId=b']) {
      expect([query, (await ours(`/messages?${query}`)).status]).toEqual([query, 400]);
    }
  });

  test('filters that only json-server knows are not read', async () => {
    const plain = await ours(`/conversations?participants_like=${own}&_page=1`);
    for (const more of [
      'id=x',
      'q=to',
      'message_like=^$',
      'timestamp_gte=9999',
      '_start=3&_end=4',
      'id_ne=x',
    ]) {
      expect(await ours(`/conversations?participants_like=${own}&_page=1&${more}`)).toEqual(plain);
    }
  });
});
