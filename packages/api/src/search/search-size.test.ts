import type { Db } from '@onus/db/open';
import { hasUnindexed, indexSlice } from '@onus/db/search-index';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, idOf, testWorld } from '../testing.ts';

const MESSAGES = 20_000;

let ana: Browser;
let ben: Browser;
/** Rows that the index of messages has handed to a statement. */
let read = 0;

/** Twenty thousand messages with one word: a five-hundredth of them in Ana's thread, the others in Ben's. */
beforeAll(async () => {
  const world = testWorld();
  const { db } = world;
  countRows(db);
  [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
  const people = { ana: await idOf(ana), ben: await idOf(ben) };
  db.$client.exec(`
    insert into user (id, username, email, roles, created_at, updated_at)
      values ('zoe', 'Zoe', 'zoe@example.com', 'User', 0, 0);
    insert into conversation values
      ('a', '${people.ana}', 'zoe', '', 0, 0, 0, 0, 0, 0), ('b', '${people.ben}', 'zoe', '', 0, 0, 0, 0, 0, 0);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${MESSAGES})
    insert into message select i, 'm' || i, iif(i % 500 = 250, 'a', 'b'), 'zoe',
      'common number' || i || iif(i % 10000 = 499, ' rare', ''), i, null, null from n`);
  db.transaction(() => indexSlice(db, MESSAGES));
  expect(hasUnindexed(db)).toBe(false);
}, 60_000);

beforeEach(() => {
  read = 0;
});

/** Has SQLite count in the statement itself, for each row of the index before anything else is asked of it. */
function countRows({ $client: client }: Db): void {
  client.function('counted', (_row: unknown) => {
    read += 1;
    return 1;
  });
  const prepare = client.prepare.bind(client);
  const counting = (text: string) =>
    prepare(text.replace('message_words match +?', '$& and counted(message_words.rowid)'));
  Object.assign(client, { prepare: counting });
}

async function sequencesOf({ call }: Browser, text: string): Promise<number[]> {
  return (await call.search.find({ text })).messages.map(one => one.sequence);
}

function newest(from: number, step: number): number[] {
  return Array.from({ length: 20 }, (_, place) => from - place * step);
}

test.each(['common', 'comm', 'common number', 'c'])(
  'of a word in every row only the page is read: %s',
  async text => {
    expect(await sequencesOf(ben, text)).toEqual(newest(20_000, 1));
    expect(read).toBe(20);
  },
);

test.each(['common', 'n'])('neither are the rows of others, who have nearly all: %s', async text => {
  expect(await sequencesOf(ana, text)).toEqual(newest(19_750, 500));
  expect(read).toBe(20);
});

test('of a rare word its rows, and of two words those that have both', async () => {
  expect(await sequencesOf(ben, 'rare')).toEqual([10_499, 499]);
  expect(await sequencesOf(ben, 'common rare number499')).toEqual([499]);
  expect(await sequencesOf(ana, 'rare')).toEqual([]);
  expect(read).toBe(3);
});
