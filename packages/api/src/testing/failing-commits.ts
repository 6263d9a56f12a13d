/**
 * Suites that also run over a disk that refuses every third commit. They call every mutation, and see what it does
 * beside its rows: mails, push messages and events, what it answers or keeps in memory, and several transactions.
 * What a failed commit does to the rows of one call, apps/server/test/ledger/every-mutation.test.ts asks of each.
 */
export const OVER_FAILING_COMMITS = [
  'admin/admin',
  'auth/auth-sessions',
  'auth/invite/invite',
  'chat/chat',
  'chat/history',
  'core/ledger/ledger',
  'edits/edits',
  'feed/feed',
  'grocery/clear-cart',
  'grocery/grocery',
  'link/link',
  'member/email/change',
  'member/member-link',
  'notify/delivery',
  'notify/events',
  'oidc/oidc',
  'passkey/passkey',
  'push/push',
  'second-factor/totp',
  'task/history/history',
  'task/series/series',
  'task/series/skip',
  'token/token',
  'transfer/sheet/crash',
  'transfer/sheet/todoist',
].map(suite => `packages/api/src/${suite}.test.ts`);
