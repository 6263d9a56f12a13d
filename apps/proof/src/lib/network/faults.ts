/** The faults of a network. */
export interface Faults {
  /** Milliseconds added to a round trip, half of them each way. */
  latency: number;
  /** The share of requests that never reach the server, from 0 to 1. The connection ends without a response. */
  lostRequests: number;
  /** The share of responses that never reach the client. The server has processed these requests. */
  lostResponses: number;
  /** The share of messages that wait another 1 to 5 s. */
  stalls: number;
  /** The share of messages during which the connection is cut. */
  cuts: number;
  /** Only requests whose address matches are lost, stalled or cut; all of them by default. */
  only?: RegExp;
}

const NONE: Faults = { latency: 0, lostRequests: 0, lostResponses: 0, stalls: 0, cuts: 0 };
const LOSSY = { lostRequests: 0.05, lostResponses: 0.05 };

/** The networks that tests run over, by the names that `ONUS_FAULTS` takes. */
export const NETWORKS = {
  'latency-0': NONE,
  'latency-150': { ...NONE, latency: 150 },
  'latency-400': { ...NONE, latency: 400 },
  lossy: { ...NONE, latency: 150, ...LOSSY },
  rough: { latency: 400, ...LOSSY, stalls: 0.02, cuts: 0.01 },
} as const satisfies Record<string, Faults>;

export type Network = keyof typeof NETWORKS;

/** @throws Error naming the networks there are. */
export function networkOf(name: string): Network {
  const known = (Object.keys(NETWORKS) as Network[]).find(network => network === name);
  if (known) return known;
  throw new Error(`There is no network ${name}; use one of ${Object.keys(NETWORKS).join(', ')}`);
}

/** How often each fault happened. */
export interface Seen {
  requests: number;
  lostRequests: number;
  lostResponses: number;
  stalls: number;
  cuts: number;
}

/** The faults of one message. The same seed gives the same faults in the same order. */
export interface Fate {
  /** One-way delay in ms. */
  delay: number;
  /** Additional delay in ms, once. */
  stall: number;
  isRequestLost: boolean;
  isResponseLost: boolean;
  isCut: boolean;
}
