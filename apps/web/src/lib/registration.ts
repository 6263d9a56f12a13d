import { createStore } from './store.ts';

/** The server marks its page when registration is closed, so that the login form waits for no answer. */
const isOpen = createStore(document.querySelector('meta[name="registration"]') === null);

export const useRegistrationOpen = isOpen.use;

/** What the server says later, as after the first account of an install that invites all others. */
export const setRegistrationOpen = isOpen.set;
