import { basename } from 'node:path';
import type { Access } from '../core/access.ts';
import { record } from '../core/audit/record.ts';
import type { Services } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import type { Scope } from '../core/scope.ts';

/** A copy that was written and checked. */
export interface MadeBackup {
  /** ISO timestamp. It contains everything that was confirmed before. */
  at: string;
  file: string;
  bytes: number;
}

/**
 * Makes a backup in a thread of its own, beside the calls. One at a time, whoever asks.
 * @throws DomainError CONFLICT while one is being made, SERVICE_UNAVAILABLE with the reason if it fails.
 */
export async function backUp(ctx: Access<Scope> & Pick<Services, 'backups'>): Promise<MadeBackup> {
  await ctx.write((db, scope) => record(db, scope, 'backup.asked'));
  // Once more, as the role may have been taken while the line was written; what follows does not wait.
  ctx.read(() => undefined);
  if (ctx.backups.isRunning()) throw new DomainError('CONFLICT', 'A backup is being made already');
  try {
    const { at, file, bytes } = await ctx.backups.make();
    return { at: new Date(at).toISOString(), file: basename(file), bytes };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError('SERVICE_UNAVAILABLE', `The backup failed: ${reason}`);
  }
}
