import { LONGEST_ANSWER } from '@onus/contract/operation/retention';
import { isVerdict } from '@onus/contract/operation/verdict';
import type { Db } from '@onus/db/open';
import { appliedOp } from '@onus/db/schema/operation';
import { preparedWrite } from '@onus/db/statements/prepared';
import { sql } from 'drizzle-orm';
import { DomainError, STATUS } from '../errors.ts';
import type { Scope } from '../scope.ts';
import type { Entry } from './ledger.ts';

/** What a write under an operation has come to. */
export type Outcome<Result> = { result: Result } | { refusal: DomainError };

/**
 * Runs a command and writes down its verdict, for a transaction that is open: both are on the disk or neither is. A
 * command that is refused takes back its own changes first.
 * @param kept what of the result is repeated: the response of the procedure, and never a secret.
 * @throws what is no verdict, with nothing written.
 */
export function applyOnce<Result>(
  db: Db,
  scope: Scope,
  entry: Entry,
  command: () => Result,
  kept: (result: Result) => unknown,
): Outcome<Result> {
  try {
    const result = db.transaction(command);
    recordDone(db, scope, entry, kept(result));
    return { result };
  } catch (error) {
    if (!(error instanceof DomainError) || !isVerdict(error.code, STATUS[error.code])) throw error;
    const { row } = entry;
    const response = error.code === 'NOT_FOUND' && row ? row.respondDone(db, scope, row.id) : null;
    if (response) {
      recordDone(db, scope, entry, response);
      return { result: response as Result };
    }
    recordRefused(db, scope, entry, error);
    return { refusal: error };
  }
}

/** Writes down that an operation was applied. */
export function recordDone(db: Db, scope: Scope, entry: Entry, answer: unknown): void {
  record(db, scope, entry, { code: null, message: null, answer });
}

/** Writes down that an operation was refused. */
export function recordRefused(db: Db, scope: Scope, entry: Entry, refusal: DomainError): void {
  const { code, message, newest } = refusal;
  record(db, scope, entry, { code, message, answer: newest });
}

interface Verdict {
  code: string | null;
  message: string | null;
  answer: unknown;
}

function record(
  db: Db,
  scope: Scope,
  { id, seal, request }: Entry,
  { code, message, answer }: Verdict,
): void {
  const text = answer === undefined || answer === null ? null : JSON.stringify(answer);
  insertVerdict(db).run({
    op: id,
    userId: scope.userId,
    seal,
    request,
    code,
    message,
    answer: text && text.length <= LONGEST_ANSWER ? text : null,
    at: scope.now,
  });
}

/** A procedure that writes twice has its last verdict. */
const insertVerdict = preparedWrite(db => {
  const { placeholder } = sql;
  return db
    .insert(appliedOp)
    .values({
      op: placeholder('op'),
      userId: placeholder('userId'),
      seal: placeholder('seal'),
      request: placeholder('request'),
      code: placeholder('code'),
      message: placeholder('message'),
      answer: placeholder('answer'),
      at: placeholder('at'),
    })
    .onConflictDoUpdate({
      target: [appliedOp.op, appliedOp.userId],
      set: { code: sql`excluded.code`, message: sql`excluded.message`, answer: sql`excluded.answer` },
    });
});
