import type { Scope } from '../core/scope.ts';

/** A message is its sender's alone to change and to delete (rule 3). */
export function mayChange(scope: Scope, message: { senderId: string }): boolean {
  return message.senderId === scope.userId;
}
