export const CALLERS = ['user', 'employee', 'stranger', 'manager', 'otherManager', 'admin'] as const;
/** `employee` and `manager` are the team; `stranger` and `otherManager` are the foreign one. */
export type Caller = (typeof CALLERS)[number];
export const TARGETS = ['own', 'team', 'foreign', 'missing'] as const;
export type Target = (typeof TARGETS)[number];

/** Ids of a caller's target, as a procedure's input names them. */
export interface Ids {
  me: string;
  task: string;
  item: string;
  person: string;
  conversation: string;
  message: string;
  session: string;
  invitation: string;
  token: string;
  feed: string;
}

export interface Rule {
  input?: (ids: Ids) => object;
  /** Callers whose call is heard, per target; the others get `otherwise`. */
  heard: Partial<Record<Target, readonly Caller[]>>;
  /** Status of the rest. A foreign object is not found, like one that does not exist. */
  otherwise: number;
  /** Callers who may see the object and still not do this: 403. */
  seen?: Partial<Record<Target, readonly Caller[]>>;
  /** Names no object: there is none of others to reach. */
  unnamed?: true;
  /** Open to everyone: the status every caller gets, with or without a token. */
  open?: number;
}
