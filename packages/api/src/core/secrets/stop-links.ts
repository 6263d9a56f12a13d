import { createHmac } from 'node:crypto';
import { NOTICE_KINDS, type NoticeKind } from '@onus/contract/notify/settings';
import { isSame } from './is-same.ts';

/** Whose notifications of which kind a link in an email stops. */
export interface Stop {
  userId: string;
  kind: NoticeKind;
}

/**
 * The links in emails that stop one kind of them without a login (RFC 8058). They are signed with the key of this
 * installation and do not expire, as an email is kept for years. All that one can do is to turn a kind off.
 */
export interface StopLinks {
  /** Path and query, to stand behind PUBLIC_URL. */
  pathFor(stop: Stop): string;
  /** Null for a token that this installation has not signed. */
  read(token: string): Stop | null;
}

export const STOP_PATH = '/notifications/stop';

export function createStopLinks(key: Uint8Array): StopLinks {
  function macOf(body: string): Buffer {
    return createHmac('sha256', key).update(`notifications stop ${body}`).digest();
  }

  return {
    pathFor({ userId, kind }) {
      const body = `${kind}.${userId}`;
      return `${STOP_PATH}?token=${body}.${macOf(body).toString('base64url')}`;
    },
    read(token) {
      const [kind = '', userId = '', mac = '', ...rest] = token.split('.');
      const known = NOTICE_KINDS.find(one => one === kind);
      if (!known || rest.length > 0) return null;
      return isSame(Buffer.from(mac, 'base64url'), macOf(`${kind}.${userId}`))
        ? { userId, kind: known }
        : null;
    },
  };
}
