import { currentUserId, endSession, whenSessionEnds } from '../session/session.ts';

interface Ended {
  user: string;
  message: string;
}

/** A session that ends in one tab ends in all: only one of them has a socket and hears from the server. */
export function shareSessionEnds(): void {
  const channel = new BroadcastChannel('onus-session');
  channel.addEventListener('message', ({ data: { user, message } }: MessageEvent<Ended>) => {
    if (user === currentUserId()) endSession(message);
  });
  whenSessionEnds((user, message) => channel.postMessage({ user, message } satisfies Ended));
}
