import { madeAt } from '@onus/contract/operation/operation';
import { LEDGER_KEPT_FOR } from '@onus/contract/operation/retention';
import { isVerdict } from '@onus/contract/operation/verdict';
import type { Services } from '../context.ts';
import { DomainError, type ErrorCode, permit, STATUS } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { type Applied, findApplied, type Known } from './find.ts';
import { type Entry, isOther, type Ledger, type RespondDone } from './ledger.ts';
import type { Claim } from './operations.ts';
import { recordDone, recordRefused } from './write.ts';

/** What a procedure declares for the ledger of operations. Without it, its writes carry the verdict. */
export interface LedgerMeta {
  /**
   * - `after`: it writes several times, and is safe to repeat by itself. The verdict is written after it.
   * - `never`: it takes no operation id, because it changes nothing, or takes or answers with a secret.
   */
  ledger?: 'after' | 'never';
  /** An input that sets nothing but this field, to true, can turn out to be done already (rule 7.4). */
  canBeDone?: { sets: string | null; respondDone: RespondDone };
}

/** How a procedure ended. */
type Ended = { ok: true; data: unknown } | { ok: false };

/** @param input as it came. */
export function entryOf(
  ledger: Ledger,
  { id, seal }: Claim,
  path: string,
  input: unknown,
  { canBeDone }: LedgerMeta = {},
): Entry {
  // A key of REST answers what REST always answers.
  const rowId = seal === null && canBeDone ? rowOf(input, canBeDone.sets) : null;
  const row = rowId !== null && canBeDone ? { id: rowId, respondDone: canBeDone.respondDone } : null;
  const request = seal === null ? ledger.mark([path, input]) : null;
  return { id, seal, request, row, isWritten: false };
}

/**
 * Runs a call whose operation has no verdict yet, and writes down the verdict where its writes did not. Of one that
 * has a verdict, the answer is told again.
 * @throws DomainError the refusal that is the verdict, or one of the operation itself.
 */
export function once<Result extends Ended>(
  { db, commits, ledger }: Pick<Services, 'db' | 'commits' | 'ledger'>,
  scope: Scope,
  entry: Entry,
  run: () => Promise<Result>,
  refusalOf: (result: Result) => DomainError | null,
): Promise<Result | { ok: true; data: unknown }> {
  return ledger.alone(`${entry.id} ${scope.userId}`, async () => {
    const known = findApplied(db, scope, entry.id);
    if (known.mine) return { ok: true, data: answerOf(known.mine, entry, scope) };
    demandNew(known, entry, scope);
    const result = await run();
    if (entry.isWritten) return result;
    const refusal = refusalOf(result);
    if (refusal && !isVerdict(refusal.code, STATUS[refusal.code])) return result;
    await commits.run(() => {
      if (refusal) recordRefused(db, scope, entry, refusal);
      else recordDone(db, scope, entry, result.ok ? result.data : null);
    }, scope.userId);
    return result;
  });
}

/** The row of an input that sets nothing but the one field; null for any other input. `was` sets nothing. */
function rowOf(input: unknown, sets: string | null): string | null {
  const { id, was: _was, ...fields } = Object(input) as Record<string, unknown>;
  const names = Object.keys(fields);
  const isAll = sets === null ? names.length === 0 : names.length === 1 && fields[sets] === true;
  return isAll && typeof id === 'string' ? id : null;
}

/** @throws DomainError the refusal that was the verdict. */
function answerOf(
  { seal, request, code, message, answer }: Applied,
  entry: Entry,
  { trail }: Scope,
): unknown {
  // It is in the audit log already.
  trail.isTold = true;
  if (seal !== entry.seal || isOther(request, entry.request)) {
    throw new DomainError('OPERATION_REUSED', 'This id or key was used for another request');
  }
  const kept: unknown = answer === null ? null : JSON.parse(answer);
  if (code !== null) throw new DomainError(code as ErrorCode, message ?? '', kept ?? undefined);
  if (kept === null && seal !== null) {
    throw new DomainError('ANSWER_GONE', 'This was done, and its response is not kept any more');
  }
  return kept;
}

function demandNew({ isOthers }: Known, { id, seal }: Entry, { now }: Scope): void {
  if (seal !== null) return;
  permit(!isOthers, 'This operation belongs to another person');
  if (madeAt(id) < now - LEDGER_KEPT_FOR) {
    throw new DomainError(
      'OPERATION_TOO_OLD',
      'This change is too old to be sent: check the clock of your device, and make it again.',
    );
  }
}
