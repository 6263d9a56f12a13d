import { setTimeout as wait } from 'node:timers/promises';
import type { Line } from '@onus/api/load';
import { atMost, BUDGETS, type Budget, OVER_LIMIT } from '@onus/contract/budgets';
import { type RawData, WebSocket } from 'ws';

/** Milliseconds a client has to take what was sent, and with it why its socket closes. */
const FAREWELL = 2_000;

/** A tRPC socket. It reads no frame with too many calls, and none while its client takes no responses. */
export class LimitedSocket extends WebSocket {
  /** Set when the connection is known, before the first frame is read. */
  line: Line | null = null;

  override emit(event: string | symbol, ...given: unknown[]): boolean {
    if (event === 'message' && !this.#takes(given[0] as RawData)) return true;
    return super.emit(event, ...given);
  }

  #takes(frame: RawData): boolean {
    if (this.readyState !== WebSocket.OPEN) return false;
    if (callsIn(frame) > BUDGETS.batchCalls.most) {
      closeOver(this, BUDGETS.batchCalls);
      return false;
    }
    void this.#waitForReader();
    return true;
  }

  async #waitForReader(): Promise<void> {
    const { line } = this;
    if (!line || this.isPaused || line.unsent() <= BUDGETS.unsentOfSocket.most) return;
    this.pause();
    line.watch();
    await line.drained();
    this.resume();
  }
}

/** Closes a socket with a sentence that names the limit, and cuts it when the client does not take that. */
export function closeOver(socket: WebSocket, limit: Budget): void {
  socket.close(OVER_LIMIT, atMost(limit));
  void cut(socket);
}

async function cut(socket: WebSocket): Promise<void> {
  await wait(FAREWELL, undefined, { ref: false });
  socket.terminate();
}

/** A frame that is no array is one call; what is no JSON is refused where it is read. */
function callsIn(frame: RawData): number {
  const text = frame.toString();
  if (!text.trimStart().startsWith('[')) return 1;
  try {
    const calls: unknown = JSON.parse(text);
    return Array.isArray(calls) ? calls.length : 1;
  } catch {
    return 1;
  }
}
