import type { Scope } from '../scope.ts';

/** It tells of everybody: an Admin's to read. */
export function mayReadAudit(scope: Scope): boolean {
  return scope.isAdmin;
}
