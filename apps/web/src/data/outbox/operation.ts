import type { AppRouter } from '@onus/api/root';
import type { ItemRow } from '@onus/contract/fold/item-row';
import type { Fate, Named, Started } from '@onus/contract/fold/operation';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

type Routers = AppRouter['_def']['record'];

/** The path of every mutation, for example `task.update`. */
type MutationPath = {
  [R in keyof Routers & string]: {
    [P in keyof Routers[R] & string]: Routers[R][P] extends { _def: { type: 'mutation' } }
      ? `${R}.${P}`
      : never;
  }[keyof Routers[R] & string];
}[keyof Routers & string];

/** The writes that a person may make without a network. All others need the server's response. */
const OFFLINE_PATHS = [
  'task.create',
  'task.update',
  'task.assign',
  'task.skip',
  'task.undoSkip',
  'task.delete',
  'task.restore',
  'grocery.create',
  'grocery.update',
  'grocery.adjust',
  'grocery.delete',
  'grocery.restore',
  'grocery.clearCart',
  'chat.start',
  'chat.send',
  'chat.edit',
  'chat.delete',
  'chat.markRead',
] as const satisfies readonly MutationPath[];

export type OfflinePath = (typeof OFFLINE_PATHS)[number];

export function isOfflinePath(path: unknown): path is OfflinePath {
  return OFFLINE_PATHS.some(one => one === path);
}

type Of<All, Path extends string> = Path extends `${infer R extends keyof All & string}.${infer P}`
  ? P extends keyof All[R]
    ? All[R][P]
    : never
  : never;

export type InputOf<Path extends OfflinePath> = NonNullable<Of<inferRouterInputs<AppRouter>, Path>>;
export type OutputOf<Path extends OfflinePath> = Of<inferRouterOutputs<AppRouter>, Path>;

type Call<Path extends OfflinePath> = { [P in Path]: { path: P; input: InputOf<P> } }[Path];

/** An operation of the outbox, as this browser stores it. */
export type Queued<Path extends OfflinePath = OfflinePath> = Call<Path> &
  Fate &
  Named & {
    op: string;
    at: number;
    /** The version of the contract that the input is written in. */
    v: number;
    /** The id of the person who made it. No one else sees or sends it. */
    user: string;
    /** The order in the outbox; undefined until it is stored. */
    seq?: number;
    /** Set until the server has applied it. A number, because IndexedDB cannot index booleans. */
    open?: 1;
    /** The name of the changed row, for the tray. The server does not get it. */
    about?: string;
    /** What this browser knows about a thread that `chat.start` starts. The server does not get it. */
    started?: Started;
    /** The item that `grocery.restore` brings back, as this browser had it. The server does not get it. */
    removed?: ItemRow;
    /** The epoch of the database that applied it. One that is open too is sent again to a restored database. */
    epoch?: string;
  };

/** Whether the bar and the tray count it: a stored change that is open. Marking a thread as read is none. */
export function isShown({ open, seq, path }: Queued): boolean {
  return open === 1 && seq !== undefined && path !== 'chat.markRead';
}
