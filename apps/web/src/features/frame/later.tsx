import { useEffect } from 'react';
import { readMarker } from '../../data/push/push-marker.ts';
import { useCurrentUser } from '../../data/session/session.ts';
import { UpdatePrompt } from './update-prompt.tsx';

/** The offer of a newer version; and a browser that gets push messages stays subscribed. */
export function Later() {
  const { id } = useCurrentUser();
  useEffect(() => {
    if (readMarker()?.user === id) void import('../../data/push/this-browser.ts').then(one => one.keepPush());
  }, [id]);
  return <UpdatePrompt />;
}
