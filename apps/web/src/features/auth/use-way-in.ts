import { useRouter } from '@tanstack/react-router';

/** Whoever types into the form is on the way in: the code of what is behind it comes meanwhile. */
export function useWayIn(): () => void {
  const { routesById, loadRouteChunk } = useRouter();
  return () => {
    if (!navigator.onLine) return;
    for (const id of ['/dash', '/dash/tasks'] as const) void loadRouteChunk(routesById[id]);
  };
}
