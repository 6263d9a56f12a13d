import { hasSession, mayManage } from './data/session/session.ts';

/**
 * The context of the route guards. It has no query client, because that belongs to the code of the dash area, which the
 * pages before login do not load.
 */
export const routerContext = { session: { hasSession, mayManage } };
export type RouterContext = typeof routerContext;
