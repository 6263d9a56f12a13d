import type { Scope } from '../../core/scope.ts';

/** It tells of everyone: an Admin's to read. */
export function mayReadAudit(scope: Scope): boolean {
  return scope.isAdmin;
}
