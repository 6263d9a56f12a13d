import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A browser as the server sees one: a tRPC socket that receives change events. */
export interface Browser {
  /** Resolves with the time of its next change event, on the clock of `performance`. */
  nextChange(): Promise<number>;
  close(): void;
}

/** Opens this many of them, a few at a time. */
export async function openBrowsers(port: number, token: string, count: number): Promise<Browser[]> {
  const browsers: Browser[] = [];
  while (browsers.length < count) {
    const few = Math.min(25, count - browsers.length);
    browsers.push(...(await Promise.all(Array.from({ length: few }, () => openBrowser(port, token)))));
  }
  return browsers;
}

async function openBrowser(port: number, token: string): Promise<Browser> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/trpc?connectionParams=1`, {
    perMessageDeflate: false,
  });
  let wake: (at: number) => void = () => {};
  const started = Promise.withResolvers<void>();
  socket.on('message', data => {
    const text = String(data);
    if (text === 'PING') return socket.send('PONG');
    const { result, error } = JSON.parse(text);
    if (error) started.reject(new Error(error.message));
    if (result?.type !== 'data') return;
    // The first event only says what has changed before.
    started.resolve();
    wake(performance.now());
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ method: 'connectionParams', data: { token } }));
  const params = { path: 'live.onChangeSince' };
  socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'subscription', params }));
  await started.promise;
  return {
    nextChange: () =>
      new Promise(resolve => {
        wake = resolve;
      }),
    close: () => socket.terminate(),
  };
}
