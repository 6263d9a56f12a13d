import { once } from 'node:events';
import { WebSocket } from 'ws';
import { at } from '../../lib/client/http-client.ts';
import { whenClosed } from '../../lib/client/socket-close.ts';

/** One call of a frame. */
export interface FrameCall {
  type: 'query' | 'mutation';
  path: string;
  input: unknown;
}

export interface FrameResponse {
  /** 200, or the status of the refusal. */
  status: number;
  data: unknown;
}

/** A signed-in WebSocket that sends several calls in one frame, so that the server reads them in one turn. */
export interface BatchSocket {
  /** Returns all responses in the order of the calls. @throws Error if the socket closes before. */
  frame(calls: readonly FrameCall[]): Promise<FrameResponse[]>;
  close(): void;
}

export async function openBatchSocket(url: string, token: string): Promise<BatchSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc?connectionParams=1`);
  const waiting = new Map<number, PromiseWithResolvers<FrameResponse>>();
  let last = 0;
  await once(socket, 'open');
  const closed = whenClosed<[number, Buffer]>(socket);
  socket.send(JSON.stringify({ method: 'connectionParams', data: { token, timeZone: 'UTC' } }));
  socket.on('message', (bytes: Buffer) => {
    const text = String(bytes);
    if (text === 'PING') return socket.send('PONG');
    const said: unknown = JSON.parse(text);
    for (const one of Array.isArray(said) ? said : [said]) {
      const status = at(one, 'error') ? Number(at(one, 'error', 'data', 'httpStatus')) : 200;
      waiting.get(Number(at(one, 'id')))?.resolve({ status, data: at(one, 'result', 'data') });
    }
  });
  void closed.then(([code, reason]) => {
    for (const { reject } of waiting.values()) reject(new Error(`the socket was closed: ${code} ${reason}`));
  });
  return {
    async frame(calls) {
      if (socket.readyState !== WebSocket.OPEN) throw new Error('the socket is closed');
      const responses = calls.map(() => Promise.withResolvers<FrameResponse>());
      const messages = calls.map(({ type: method, path, input }, place) => {
        last += 1;
        const response = responses[place];
        if (response) waiting.set(last, response);
        return { id: last, method, params: { path, input } };
      });
      socket.send(JSON.stringify(messages));
      return Promise.all(responses.map(({ promise }) => promise));
    },
    close: () => socket.terminate(),
  };
}
