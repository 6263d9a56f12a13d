import { isOnlyHere } from '../../../data/outbox/rows.ts';

// The browser asks before it leaves a page that alone has changes.
addEventListener('beforeunload', event => {
  if (isOnlyHere()) event.preventDefault();
});
