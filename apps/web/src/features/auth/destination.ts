import { isManager } from '../../data/session/session.ts';

/** The requested location, if it is in the dash area and the user may open it (rule 5.3). */
export function destinationOf(from: string | undefined): string {
  if (!from || !/^\/dash(?![^/?#])/.test(from) || isForbidden(from)) return '/dash/tasks';
  return from;
}

/** Whether it is in the manager's area, in any case of letters, as for the router, and the user is no manager. */
export function isForbidden(from: string | undefined): boolean {
  return /^\/dash\/manager(?![^/?#])/i.test(from ?? '') && !isManager();
}
