import { isManager } from '../../data/session/session.ts';

const HOME = '/dash/tasks';

/** The requested location, if it is in the dash area and the user may open it (rule 5.3). */
export function destinationOf(from: string | undefined): string {
  if (!from || !/^\/dash(?![^/?#])/.test(from) || isForbidden(from)) return HOME;
  return from;
}

/** Whether it is in the manager's area and the user is no manager. */
export function isForbidden(from: string | undefined): boolean {
  return /^\/dash\/manager(?![^/?#])/.test(from ?? '') && !isManager();
}
