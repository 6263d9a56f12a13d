import type { RefreshCookie } from './context.ts';
import type { Issued } from './session/lucia.ts';
import { type UserView, viewOfUser } from './user-view.ts';

export interface SignedIn {
  accessToken: string;
  user: UserView;
}

/** Hands a fresh session over: the refresh cookie to the browser, the access token in the answer. */
export function handOver(cookie: RefreshCookie, issued: Issued): SignedIn {
  cookie.write(issued.refreshCookie, issued.expiresAt);
  return { accessToken: issued.accessToken, user: viewOfUser(issued.account) };
}
