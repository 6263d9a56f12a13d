import { Agent, type IncomingMessage, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { NEW_ID } from '../largest-input.ts';

/** Sends calls of one account without a pause, in its own thread, so that it delays no measurement. */
export interface Call {
  path: string;
  body?: string;
}

/** The calls of one procedure. */
export interface Group {
  path: string;
  token: string;
  cookie: string;
  /** Its response never ends. */
  isStream: boolean;
  calls: Call[];
}

export interface Flood {
  url: string;
  groups: Group[];
  /** Calls under way at the same time. */
  together: number;
  /** Milliseconds of each group. */
  ms: number;
}

/** The count of each status by procedure; 0 if the connection ended. */
export interface FloodResult {
  path: string;
  statuses: Map<number, number>;
}

/** Milliseconds for which a stream is listened to. */
const LISTENED = 50;

if (parentPort) {
  const { url, groups, together, ms } = workerData as Flood;
  const agent = new Agent({ keepAlive: true, maxSockets: together });
  const results: FloodResult[] = [];
  for (const group of groups) results.push(await pour(url, agent, group, together, ms));
  agent.destroy();
  parentPort.postMessage(results);
}

async function pour(
  url: string,
  agent: Agent,
  group: Group,
  together: number,
  ms: number,
): Promise<FloodResult> {
  const statuses = new Map<number, number>();
  const end = performance.now() + ms;
  let n = 0;
  const lane = async () => {
    while (performance.now() < end) {
      n += 1;
      const call = group.calls[n % group.calls.length];
      const status = call ? await statusOf(url, agent, group, numbered(call, group.path, n)) : 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: together }, lane));
  return { path: group.path, statuses };
}

/** Each call concerns another row, and a new object has its own id and email. */
function numbered({ path, body }: Call, group: string, n: number): Call {
  if (body === undefined) return { path };
  const id = NEW_ID.slice(0, -6) + String(n).padStart(6, '0');
  const others = body.replace(/"id":"([a-z])1"/, `"id":"$1${n}"`).replaceAll('"new@', `"${group}${n}@`);
  return { path, body: others.replaceAll(NEW_ID, id) };
}

async function statusOf(url: string, agent: Agent, group: Group, { path, body }: Call): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { token, cookie, isStream } = group;
  const asked = request(url, {
    path,
    agent: isStream ? false : agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      cookie,
      ...(isStream ? { accept: 'text/event-stream' } : {}),
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    },
  });
  asked.once('response', resolve).on('error', reject);
  asked.end(body);
  try {
    const response = await promise;
    await ended(response, isStream);
    return response.statusCode ?? 0;
  } catch {
    return 0;
  }
}

/** Reads it to its end, and a stream for a moment. */
async function ended(response: IncomingMessage, isStream: boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('close', resolve).resume();
  if (isStream) setTimeout(() => response.destroy(), LISTENED);
  await promise;
}
