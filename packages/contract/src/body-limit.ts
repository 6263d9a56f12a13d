/** Bytes of the longest request that is read; what is longer is answered 413. */
export const MAX_BODY = 256 * 1024;
