import type { Topic } from '@onus/contract/live/topic';
import { reached } from '../connection.ts';
import { firstEventId } from '../fetch.ts';
import { trpcClient } from '../queries.ts';
import { closeSocket } from '../trpc.ts';
import type { MessageRow } from './open-thread.ts';
import { keepSubscribed } from './subscription.ts';

export interface SocketState {
  isConnected: boolean;
  /** The id of the first event after each gap in which something may have changed; null before the first event. */
  started: string | null;
  /** Whether new messages arrive as rows. */
  hasRows: boolean;
  /** Whether the last attempt to reach the server succeeded. */
  isReached: boolean;
}

/** What a tab has received. */
export interface Seen {
  /** As the state says it. */
  started: string | null;
  /** The id of the last event: after a gap, the events go on from there. */
  id: string | null;
}

/** The events that the owner of the socket sends to all tabs of this person. */
export type FromOwner =
  | { kind: 'owner' }
  | { kind: 'state'; state: SocketState }
  | { kind: 'topics'; topics: Topic[]; id: string }
  | { kind: 'row'; row: MessageRow };

/** The socket of all tabs of one person in this browser. */
export interface OwnedSocket {
  /** @param since the sequence of the last message that the tab has; null when it has no open thread. */
  wantRows: (tab: string, since: number | null) => void;
  tellState: () => void;
  close: () => void;
}

/** @param seen by this tab, also from an owner before it. */
export function openSocket(tell: (event: FromOwner) => void, seen: Seen): OwnedSocket {
  const state: SocketState = {
    isConnected: false,
    started: seen.started,
    hasRows: false,
    isReached: reached.get(),
  };
  const wanted = new Map<string, number>();
  const rows = createRowStream(
    row => tell({ kind: 'row', row }),
    has => change({ hasRows: has }),
  );

  function change(changed: Partial<SocketState>): void {
    Object.assign(state, changed);
    tell({ kind: 'state', state });
  }

  let hasGap = true;
  /** Read when it is sent: the socket waits for a token, and with that comes the id of the first event. */
  const after = {
    get lastEventId() {
      return seen.id ?? firstEventId();
    },
  };
  const endTopics = keepSubscribed<{ id: string; data: Topic[] }>(
    observer => trpcClient.live.onChangeSince.subscribe(after, observer),
    {
      onStarted() {
        hasGap = true;
      },
      onConnected: is => change({ isConnected: is }),
      onData({ id, data: topics }) {
        if (hasGap && topics.length > 0) change({ started: id });
        else {
          // Nothing has changed since this tab read its lists. Another tab may have read its own before.
          seen.started ??= id;
          if (state.started !== seen.started) change({ started: seen.started });
          tell({ kind: 'topics', topics, id });
        }
        hasGap = false;
      },
    },
  );
  const { unsubscribe } = reached.subscribe(is => change({ isReached: is }));

  return {
    wantRows(tab, since) {
      if (since === null) wanted.delete(tab);
      else wanted.set(tab, since);
      if (wanted.size === 0) rows.end();
      else if (since !== null) rows.startFrom(since);
    },
    tellState: () => change({}),
    close() {
      unsubscribe();
      rows.end();
      endTopics();
      closeSocket();
      change({ isConnected: false });
    },
  };
}

/** The new messages of this person. A tab that misses earlier ones starts the stream again from there. */
function createRowStream(onRow: (row: MessageRow) => void, onRunning: (is: boolean) => void) {
  /** The sequence up to which all tabs have the rows; null while the stream is closed. */
  let position: number | null = null;
  let stop = () => {};

  function end(): void {
    stop();
    stop = () => {};
    if (position !== null) onRunning(false);
    position = null;
  }

  function startFrom(since: number): void {
    if (position !== null && since >= position) return;
    end();
    position = since;
    stop = keepSubscribed<{ data: MessageRow }>(
      observer => trpcClient.chat.onMessage.subscribe({ lastEventId: String(since) }, observer),
      {
        onStarted: () => {},
        onConnected: onRunning,
        onData({ data: row }) {
          position = Math.max(position ?? 0, row.sequence);
          onRow(row);
        },
      },
    );
  }

  return { startFrom, end };
}
