import { setTimeout as wait } from 'node:timers/promises';
import type { Line } from '@onus/api/core/limits/load';
import { OVER_LIMIT } from '@onus/contract/limits/batch';
import { atMost, BUDGETS, type Budget } from '@onus/contract/limits/budgets';
import { type RawData, WebSocket } from 'ws';

type RawFrame = [data: RawData, isBinary: boolean];

/** Milliseconds a client has to take what was sent, and with it why its socket closes. */
const FAREWELL = 2_000;

/** The connection of a socket, known before its first frame is read. */
export interface Connection {
  line: Line;
  /** Runs work when it is the turn of the socket's person. */
  turn(work: () => Promise<void>): Promise<void>;
}

/**
 * A tRPC socket. It reads no frame with too many calls, and none while its client takes no responses. Frames that
 * arrive together on many sockets are read in turns: beginning their calls takes time, too.
 */
export class LimitedSocket extends WebSocket {
  connection: Connection | null = null;
  readonly #frames: RawFrame[] = [];
  #isReading = false;

  override emit(event: string | symbol, ...given: unknown[]): boolean {
    if (event !== 'message' || !this.connection) return super.emit(event, ...given);
    this.#frames.push(given as RawFrame);
    if (this.#isReading) this.pause();
    else void this.#readAll(this.connection);
    return true;
  }

  async #readAll({ line, turn }: Connection): Promise<void> {
    this.#isReading = true;
    for (let frame = this.#frames.shift(); frame; frame = this.#frames.shift()) {
      const [data, isBinary] = frame;
      await turn(async () => this.#read(data, isBinary));
      if (line.unsent() <= BUDGETS.unsentOfSocket.most) continue;
      this.pause();
      line.watch();
      await line.drained();
    }
    this.#isReading = false;
    if (this.isPaused) this.resume();
  }

  #read(data: RawData, isBinary: boolean): void {
    if (this.readyState !== WebSocket.OPEN) return;
    if (callsIn(data) > BUDGETS.batchCalls.most) closeOver(this, BUDGETS.batchCalls);
    else super.emit('message', data, isBinary);
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
