import { useRouter } from '@tanstack/react-router';
import { isFromShell } from '../../lib/shell/register.ts';

/** Loads the code of the dashboard when the user types into the form. */
export function usePreloadDashboard(): () => void {
  const { routesById, loadRouteChunk } = useRouter();
  return () => {
    if (!navigator.onLine && !isFromShell()) return;
    for (const id of ['/dash', '/dash/tasks'] as const) void loadRouteChunk(routesById[id]);
  };
}
