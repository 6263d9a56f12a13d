import { useRouter } from '@tanstack/react-router';

/** A person who types into the form is about to sign in: the code of the pages behind it loads at the same time. */
export function useWayIn(): () => void {
  const { routesById, loadRouteChunk } = useRouter();
  return () => {
    if (!navigator.onLine) return;
    for (const id of ['/dash', '/dash/tasks'] as const) void loadRouteChunk(routesById[id]);
  };
}
