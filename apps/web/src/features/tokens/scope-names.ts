import type { TokenScope } from '@onus/contract/auth/token/token-scope';

export const SCOPE_NAMES: Record<TokenScope, string> = {
  read: 'Read',
  tasks: 'Tasks',
  groceries: 'Groceries',
  messages: 'Messages',
};
