/** The newest time that this page knows of. */
let newest = 0;

/**
 * The time in epoch milliseconds, and never earlier than one that was given or known. What the server has applied is left
 * out of the lists that were requested later, and a computer sets its clock back at times.
 */
export function timeNow(): number {
  const now = Date.now();
  knowTime(now < newest ? newest + 1 : now);
  return newest;
}

/** A time that another tab or an earlier page gave. */
export function knowTime(time = 0): void {
  if (time > newest) newest = time;
}
