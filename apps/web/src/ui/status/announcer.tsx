import { useSelector } from '@tanstack/react-store';
import { announcement } from '../../lib/announcements.ts';

/** Announces visible changes to screen readers. */
export function Announcer() {
  return (
    <p role="status" aria-live="polite" data-announcer className="sr-only">
      {useSelector(announcement)}
    </p>
  );
}
