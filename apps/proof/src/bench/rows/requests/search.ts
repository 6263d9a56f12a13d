import type { Row } from '../../bench.ts';
import { loggedIn, login, peopleIn } from '../../lab/callers.ts';
import { dataOf } from '../../lab/data-set.ts';
import type { Lab } from '../../lab/lab.ts';
import { ms, whole } from '../../load/format.ts';
import { interleaved, sideOf } from '../../load/load.ts';

const MOST_MS = 20;
/** Every task has the common word, and one in hundreds the rare one. */
const TEXTS = { 'a common word': 'chore', 'the start of a word': 'ch', 'a rare word': '777' };

/** Search over everything that a person may see, one request at a time. */
export async function measureSearch(lab: Lab): Promise<Row[]> {
  const { reference, manager } = lab.sizes;
  const [among, of] = [await lab.ours(reference), await lab.ours(manager)];
  const people = await loggedIn(among.url, peopleIn(await dataOf(reference), reference));
  const tokens = people.map(({ token }) => token);
  const own = [await login(of.url, 0)];
  return [
    ...(await searchRows(lab, `${whole(reference.people)} people's tasks`, among.url, tokens)),
    ...(await searchRows(lab, `${whole(manager.tasksEach)} tasks of one person`, of.url, own)),
  ];
}

/** @param among what is searched, for the table. @param tokens of the people who search. */
export async function searchRows(lab: Lab, among: string, url: string, tokens: string[]): Promise<Row[]> {
  const sides = Object.entries(TEXTS).map(([name, text]) => [
    name,
    sideOf(url, 1, () => tokens.map(token => searchCall(token, text))),
  ]);
  const loads = await interleaved(lab, Object.fromEntries(sides));
  return Object.entries(loads).map(([name, { p99 }]) => ({
    operation: `Search among ${among}, ${name}, p99`,
    ours: ms(p99),
    target: `≤ ${MOST_MS} ms`,
    holds: p99 <= MOST_MS,
  }));
}

function searchCall(token: string, text: string) {
  const input = encodeURIComponent(JSON.stringify({ text }));
  const headers = { authorization: `Bearer ${token}` };
  return { method: 'GET' as const, path: `/trpc/search.find?input=${input}`, headers };
}
