import { createStore } from './lib/store.ts';

/** The thread whose end is in sight: what arrives there is read as it comes, and nowhere shown as unread. */
export const reading = createStore<string | null>(null);
