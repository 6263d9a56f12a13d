import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Row } from '../../bench.ts';
import { loggedIn, peopleIn } from '../../lab/callers.ts';
import { dataOf } from '../../lab/data-set.ts';
import type { Lab } from '../../lab/lab.ts';
import { perSecond, whole } from '../../load/format.ts';
import { interleaved, sideOf } from '../../load/load.ts';
import { type Call, eachNew } from '../../load/operations.ts';

const CONNECTIONS = 10;
/** Rows of a list that is about 10 KB long. */
const ROWS = 17;
/** Bytes of such a list as it is sent, without headers. */
const MOST_BYTES = 1_024;
/** CPU of a compressed response, compared with that of the same response uncompressed. */
const MOST_CPU = 1.1;

/** What the app's lists weigh, and what it costs the server to compress them: it is busy all the time. */
export async function measureCompression(lab: Lab): Promise<Row[]> {
  const { reference } = lab.sizes;
  const ours = await lab.ours(reference);
  const people = await loggedIn(ours.url, peopleIn(await dataOf(reference), reference));
  const calls = (encoding: string) => people.map(({ token }) => listCall(token, encoding));
  const [plain = 0, compressed = 0] = await Promise.all(
    ['identity', 'gzip'].map(async encoding => bytesOf(ours.url, calls(encoding)[0])),
  );
  const loads = await interleaved(lab, {
    plain: sideOf(ours.url, CONNECTIONS, number => eachNew(calls('identity'), number)),
    gzip: sideOf(ours.url, CONNECTIONS, number => eachNew(calls('gzip'), number)),
  });
  const cpu = loads.plain.rate / loads.gzip.rate;
  return [
    {
      operation: `A list of ${ROWS} tasks on the wire`,
      ours: `${whole(compressed)} bytes`,
      comparedWith: `uncompressed ${whole(plain)} bytes`,
      ratio: compressed / plain,
      target: `≤ ${MOST_BYTES} bytes`,
      holds: compressed <= MOST_BYTES,
    },
    {
      operation: 'The same list, 10 at once: CPU of a compressed response',
      ours: perSecond(loads.gzip),
      comparedWith: `uncompressed ${perSecond(loads.plain)}`,
      ratio: cpu,
      target: `≤ ${MOST_CPU} × uncompressed`,
      holds: cpu <= MOST_CPU,
    },
  ];
}

function listCall(token: string, encoding: string): Call {
  const input = encodeURIComponent(JSON.stringify({ view: 'all', limit: ROWS }));
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
  return { method: 'GET', path: `/trpc/task.list?input=${input}`, headers };
}

/** The length of a response's body as it is sent; fetch would tell that of the text. */
async function bytesOf(url: string, call?: Call): Promise<number> {
  const { path = '', headers = {} } = call ?? {};
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { headers }, response => {
      buffer(response).then(body => resolve(body.length), reject);
    });
    sent.once('error', reject).end();
  });
}
