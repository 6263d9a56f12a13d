/** The longest request in bytes. A longer one returns 413. */
export const MAX_BODY = 256 * 1024;
