import type { Services } from '../core/context.ts';
import { createSystemScope, type SystemScope } from '../core/scope.ts';

/** The scope of the server itself. */
export function scopeAt(now: number): SystemScope {
  return createSystemScope(now);
}

/** The same at this moment. */
export function serverScope({ clock }: Pick<Services, 'clock'>): SystemScope {
  return createSystemScope(clock());
}
