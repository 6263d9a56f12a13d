/** Of a disk, in bytes. */
export interface Room {
  free: number;
  total: number;
}

/** Below this share of a disk there is little room. */
const SCARCE = 0.1;

/** @param bytes of the database. A backup, and an upgrade that changes all rows, may need as much again. */
export function isScarce({ free, total }: Room, bytes: number): boolean {
  return free < SCARCE * total || free < bytes;
}
