import { isMemoryOnly } from '../../../data/outbox/rows.ts';
import { outbox } from '../../../data/outbox/state.ts';

// The browser asks before it leaves a page that alone has changes.
addEventListener('beforeunload', event => {
  const isUnsent = outbox.get().some(({ open, path }) => open && path !== 'chat.markRead');
  if (isUnsent && isMemoryOnly()) event.preventDefault();
});
