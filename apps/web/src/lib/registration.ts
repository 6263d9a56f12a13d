/** The server marks its page when registration is closed, so that the login form waits for no answer. */
export function isRegistrationOpen(): boolean {
  return document.querySelector('meta[name="registration"]') === null;
}
