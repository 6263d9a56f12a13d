import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../seeded-random.ts';
import { tunnel } from './fault-tunnel.ts';
import type { Fate, Faults, Seen } from './faults.ts';

/** A network with faults: a proxy on loopback between clients and a server on this machine. */
export interface FaultProxy {
  url: string;
  port: number;
  /** Can be replaced at any time. A message keeps the faults that it started with. */
  faults: Faults;
  /** A request header that does not pass, in lower case. Can be replaced at any time. */
  withheld: string | null;
  seen: Seen;
  /** Cuts every open connection. */
  cutAll(): void;
  close(): Promise<void>;
}

const STALL = { least: 1_000, most: 5_000 };

/** Starts one on a free port, or on the port given. @param target the port of the server behind it. */
export async function startFaultProxy(
  target: number,
  faults: Faults,
  { seed = 1, port = 0 } = {},
): Promise<FaultProxy> {
  const drawFate = fatesOf(seed);
  const seen: Seen = { requests: 0, lostRequests: 0, lostResponses: 0, stalls: 0, cuts: 0 };
  const sockets = new Set<Socket>();
  const draw = (address = '') => drawFate(proxy.faults, address, seen);
  const server = createServer((asked, response) => {
    seen.requests += 1;
    if (proxy.withheld !== null) withhold(asked, proxy.withheld);
    void forward(asked, response, target, draw(asked.url), seen);
  });
  server.on('connection', socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (asked, client: Socket, head) =>
    tunnel(asked, client, head, { target, draw: () => draw(asked.url), seen }),
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const own = typeof address === 'object' && address ? address.port : port;
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${own}`,
    port: own,
    faults,
    withheld: null,
    seen,
    cutAll() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      proxy.cutAll();
      await closed;
    },
  };
  return proxy;
}

function fatesOf(seed: number): (faults: Faults, address: string, seen: Seen) => Fate {
  const random = seededRandom(seed);
  return ({ latency, lostRequests, lostResponses, stalls, cuts, only }, address, seen) => {
    // Every message draws all its numbers, so that one fault does not change the next message.
    const [request = 1, response = 1, cut = 1, stall = 1] = Array.from(
      { length: 4 },
      () => random(1e6) / 1e6,
    );
    const length = STALL.least + random(STALL.most - STALL.least);
    const isSpared = only !== undefined && !only.test(address);
    const isStalled = !isSpared && stall < stalls;
    if (isStalled) seen.stalls += 1;
    return {
      delay: latency / 2,
      stall: isStalled ? length : 0,
      isRequestLost: !isSpared && request < lostRequests,
      isResponseLost: !isSpared && response < lostResponses,
      isCut: !isSpared && cut < cuts,
    };
  };
}

/** One complete request and its complete response. */
async function forward(
  asked: IncomingMessage,
  response: ServerResponse,
  target: number,
  { delay, stall, isRequestLost, isResponseLost, isCut }: Fate,
  seen: Seen,
): Promise<void> {
  try {
    const body = await buffer(asked);
    await sleep(delay + stall);
    if (isRequestLost) {
      seen.lostRequests += 1;
      return void response.destroy();
    }
    const answer = await ask(asked, body, target);
    const bytes = await buffer(answer);
    await sleep(delay);
    if (isResponseLost) {
      seen.lostResponses += 1;
      return void response.destroy();
    }
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headersOf(answer, bytes));
    if (!isCut) return void response.end(bytes);
    seen.cuts += 1;
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  } catch {
    // The server is unreachable, or the client has disconnected.
    response.destroy();
  }
}

async function ask(asked: IncomingMessage, body: Buffer, target: number): Promise<IncomingMessage> {
  const { method, url: path } = asked;
  const headers = headersOf(asked, body);
  const onward = request({ host: '127.0.0.1', port: target, method, path, headers, agent: false });
  // An error before the response rejects below. A later one truncates the response, and its reader reports that.
  onward.on('error', () => {});
  onward.end(body);
  const [answer] = await once(onward, 'response');
  return answer;
}

/** As if the client had not sent the header. */
function withhold({ rawHeaders }: IncomingMessage, header: string): void {
  const at = rawHeaders.findIndex((name, place) => place % 2 === 0 && name.toLowerCase() === header);
  if (at >= 0) rawHeaders.splice(at, 2);
}

/** Headers of one connection only. There are two connections here. */
const OF_A_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/**
 * Names and values in turns, as Node reads and writes them. Each request has its own connection. Otherwise the browser
 * itself would resend a request lost on a reused connection, and the app would not notice the loss.
 */
function headersOf({ rawHeaders, headers }: IncomingMessage, body: Buffer): string[] {
  const passedOn = rawHeaders.filter(
    (_, at) => !OF_A_CONNECTION.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()),
  );
  const isChunked = headers['transfer-encoding'] !== undefined;
  return [...passedOn, ...(isChunked ? ['content-length', `${body.length}`] : []), 'connection', 'close'];
}
