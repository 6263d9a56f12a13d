import type { passkey } from '@onus/db/schema/access/second-factor';

/** A passkey as its owner sees it. */
export interface PasskeyView {
  id: string;
  name: string;
  /** ISO timestamps; null for one that was not used yet. */
  createdAt: string;
  lastUsedAt: string | null;
}

export function viewOfPasskey({ id, name, createdAt, lastUsedAt }: typeof passkey.$inferSelect): PasskeyView {
  return {
    id,
    name,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  };
}
