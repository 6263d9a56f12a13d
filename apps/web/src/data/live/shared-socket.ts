import type { Topic } from '@onus/contract/live/topic';
import { v7 as uuid } from 'uuid';
import { reached, socket } from '../connection.ts';
import { type MessageRow, rowsArrive } from './open-thread.ts';
import { type FromOwner, type OwnedSocket, openSocket, type Seen, type SocketState } from './socket-owner.ts';

interface LiveListener {
  /** Events arrive from now on, or did before this tab joined. Responses from before may be out of date. */
  onStarted: () => void;
  /** @param topics that have changed; none of them when events arrive again and nothing was missed. */
  onTopics: (topics: readonly Topic[]) => void;
}

/** The requests of a tab to the owner of the socket. */
type FromTab = { kind: 'hello' } | { kind: 'want'; tab: string; since: number | null };

const TAB = uuid();

/** The open threads of this tab. */
const watchers = new Set<{ since: number; onRow: (row: MessageRow) => void }>();

let state: SocketState = { isConnected: false, started: null, hasRows: false, isReached: true };
/** The connection of this tab to the owner of the socket; null while no one is signed in. */
let joined: ((event: FromTab) => void) | null = null;

/**
 * The tabs of one person share one socket. A visible tab opens it, and owns it as long as it holds a Web Lock: it
 * passes on what arrives over a BroadcastChannel. The next visible tab opens a socket when the owner closes, or when a
 * hidden owner has lost its connection. Without locks (http) every tab has its own.
 * @returns a function that leaves the socket.
 */
export function joinSocket(user: string, listener: LiveListener): () => void {
  const name = `onus-socket ${user}`;
  let channel = 'locks' in navigator ? new BroadcastChannel(name) : null;
  let owned: OwnedSocket | null = null;
  const turn = createTurn(name, () => {
    owned = openSocket(tell, seen);
    tell({ kind: 'owner' });
  });
  const seen: Seen = { started: null, id: null };

  function hear(event: FromOwner): void {
    if (event.kind === 'owner') askForRows();
    else if (event.kind === 'row') deliver(event.row);
    else if (event.kind === 'topics') {
      seen.id = event.id;
      listener.onTopics(event.topics);
    } else {
      showState(event.state, owned === null);
      if (startAgain(seen, event.state)) listener.onStarted();
      if (owned && !state.isConnected && document.hidden) release();
    }
  }

  function tell(event: FromOwner): void {
    channel?.postMessage(event);
    hear(event);
  }

  function answer(event: FromTab): void {
    if (event.kind === 'hello') owned?.tellState();
    else owned?.wantRows(event.tab, event.since);
  }

  function release(): void {
    const left = owned;
    owned = null;
    left?.close();
    turn.release();
  }

  function onVisibility(): void {
    if (!document.hidden) {
      turn.take();
      ask({ kind: 'hello' });
    } else if (!owned || !state.isConnected) release();
  }

  joined = event => {
    answer(event);
    if (!owned) channel?.postMessage(event);
  };
  channel?.addEventListener('message', ({ data }: MessageEvent<FromOwner | FromTab>) =>
    data.kind === 'hello' || data.kind === 'want' ? answer(data) : hear(data),
  );
  const stopWatching = watchPage(onVisibility, leaveRows);
  onVisibility();
  askForRows();
  return () => {
    stopWatching();
    leaveRows();
    release();
    channel?.close();
    // A socket that is closing still tells its last state.
    channel = null;
    joined = null;
    socket.set('connecting');
  };
}

/** Gets every new message of this person, from the one after `since`. Some may come twice. @returns a function that ends it. */
export function watchRows(since: number, onRow: (row: MessageRow) => void): () => void {
  const watcher = { since, onRow };
  watchers.add(watcher);
  askForRows();
  rowsArrive.set(state.hasRows);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    rowsArrive.set(false);
    leaveRows();
  };
}

function ask(event: FromTab): void {
  joined?.(event);
}

function leaveRows(): void {
  ask({ kind: 'want', tab: TAB, since: null });
}

function askForRows(): void {
  if (watchers.size === 0) return;
  ask({ kind: 'want', tab: TAB, since: Math.min(...[...watchers].map(({ since }) => since)) });
}

function deliver(row: MessageRow): void {
  for (const watcher of watchers) {
    watcher.since = Math.max(watcher.since, row.sequence);
    watcher.onRow(row);
  }
}

function showState(heard: SocketState, isFromOther: boolean): void {
  state = heard;
  socket.set(heard.isConnected ? 'connected' : 'connecting');
  rowsArrive.set(heard.hasRows && watchers.size > 0);
  if (isFromOther) reached.set(heard.isReached);
}

/** @returns whether events have begun after what this tab has seen, with a gap in which something may have changed. */
function startAgain(seen: Seen, { started }: SocketState): boolean {
  if (!started || started === seen.started) return false;
  seen.started = seen.id = started;
  return true;
}

function watchPage(onVisibility: () => void, onLeave: () => void): () => void {
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('pagehide', onLeave);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('pagehide', onLeave);
  };
}

/** A Web Lock that a tab waits for after `take`, and then holds until `release`. */
function createTurn(name: string, onTurn: () => void) {
  let turn: AbortController | null = null;
  return {
    take(): void {
      if (turn) return;
      const taken = new AbortController();
      turn = taken;
      const hold = () => {
        if (taken.signal.aborted) return Promise.resolve();
        onTurn();
        return new Promise<void>(resolve => taken.signal.addEventListener('abort', () => resolve()));
      };
      alone(name, taken.signal, hold).catch(() => {});
    },
    release(): void {
      turn?.abort();
      turn = null;
    },
  };
}

function alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(name, { signal }, work) : work();
}
