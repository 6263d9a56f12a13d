// Apart from the schemas: the browser must not load zod for it.

/** The name from which the id of the first message follows: version 5 UUID, with the id of the new thread as the namespace. */
export function firstMessageName(sender: string, receiver: string): string {
  return `first of ${sender} to ${receiver}`;
}
