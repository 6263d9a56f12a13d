import type { Budget } from './budgets.ts';

/** The limits on connections: a system allows a process only so many files and connections together. */
export const CONNECTION_BUDGETS = {
  connectionsOfPerson: {
    most: 6_000,
    of: 'open sockets and streams of one person',
    why: 'The same screens. Where the system allows the process fewer than 18,000 descriptors, it is a third of them.',
  },
  connectionsWhenFull: {
    most: 30,
    of: 'open sockets and streams of one person while half of the descriptors are in use',
    why: 'Five tabs on each of three devices, and as many that a change of networks left behind.',
  },
  handshakeSeconds: {
    most: 10,
    of: 'seconds until a socket has signed in',
    why: 'A client sends its token with the first frame.',
  },
  strangersOfAddress: {
    most: 250,
    of: 'sockets of one address that have not signed in',
    why: 'After a restart a household or an office returns within a second, and each socket signs in at once.',
  },
  strangers: {
    most: 500,
    of: 'sockets that have not signed in',
    why: 'Below half of the 1,024 descriptors that many systems allow a process.',
  },
  idleSeconds: {
    most: 10,
    of: 'seconds in which an HTTP connection may be idle',
    why: 'The requests of one screen share a connection. A later screen opens another one in one round trip.',
  },
  idleConnections: {
    most: 400,
    of: 'idle HTTP connections',
    why: 'Browsers that all were active within the last 10 s. Together with the sockets that have not signed in they stay below 1,024 descriptors.',
  },
} as const satisfies Record<string, Budget>;
