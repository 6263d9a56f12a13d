import { type Agent, get } from 'node:http';
import { msToReconnect, msToReturn } from '@onus/contract/live/topic';
import { WebSocket } from 'ws';

/** A browser that comes back by itself after a restart, and asks for what it shows if that may have changed. */
export interface ReturningBrowser {
  /** Resolves with the status of the response when its screen is up to date the next time; 0 if the request failed. */
  nextScreen(): Promise<number>;
  close(): void;
}

/** What a page of tasks asks for, in one request, when its socket is open again. */
const INPUT = { 1: { view: 'today', order: 'asc', limit: 250, direction: 'forward' } };
const SCREEN = `/trpc/task.counts,task.list,edits.overwritten,member.tones,chat.unread,auth.me?batch=1&input=${encodeURIComponent(JSON.stringify(INPUT))}`;

/**
 * Connects, and again after each close, as the app does (rule 19).
 * @param address that it comes from, as a proxy names it.
 */
export function openReturningBrowser(
  port: number,
  token: string,
  address: string,
  agent: Agent,
): ReturningBrowser {
  const from = { 'x-forwarded-for': address };
  let resolve: (status: number) => void = () => {};
  let socket: WebSocket;
  let attempt = 0;
  let returnBy = 0;
  let isClosed = false;
  /** The id of the last event. */
  let lastEventId: string | null = null;
  connect();

  function connect(): void {
    if (isClosed) return;
    socket = new WebSocket(`ws://127.0.0.1:${port}/trpc?connectionParams=1`, {
      perMessageDeflate: false,
      headers: from,
    });
    socket.on('open', () => {
      attempt = returnBy = 0;
      socket.send(JSON.stringify({ method: 'connectionParams', data: { token } }));
      const params = { path: 'live.onChangeSince', input: { lastEventId } };
      socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'subscription', params }));
    });
    socket.on('message', data => {
      const text = String(data);
      if (text === 'PING') socket.send('PONG');
      else if (text.includes('"data"')) hear(JSON.parse(text).result.data);
    });
    // It closes next.
    socket.on('error', () => {});
    socket.on('close', (_code, reason) => {
      if (reason.length > 0) returnBy = Date.now() + msToReturn(String(reason));
      setTimeout(connect, msToReconnect(attempt, returnBy - Date.now(), Math.random)).unref();
      attempt += 1;
    });
  }

  /** If nothing has changed, the screen is up to date. */
  function hear({ id, data: topics }: { id: string; data: unknown[] }): void {
    lastEventId = id;
    if (topics.length > 0) fetchScreen();
    else resolve(200);
  }

  function fetchScreen(): void {
    const headers = { ...from, authorization: `Bearer ${token}` };
    const failed = () => resolve(0);
    get({ host: '127.0.0.1', port, path: SCREEN, headers, agent }, response => {
      response.resume().on('error', failed);
      response.on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', failed);
  }

  return {
    nextScreen: () =>
      new Promise(shown => {
        resolve = shown;
      }),
    close() {
      isClosed = true;
      socket.terminate();
    },
  };
}
