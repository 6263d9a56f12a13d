import { dayIn, knownZone, OWN_ZONE } from '@onus/contract/dates/zone';
import { isVerdict, OPERATION_CODES, type OperationCode } from '@onus/contract/operation/verdict';
import { isStorageTrouble } from '@onus/db/commits/if-writable';
import { getTRPCErrorFromUnknown, initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { createAccess, type Tell } from './access.ts';
import { noteRefusedCall } from './audit/refusals.ts';
import type { Context } from './context.ts';
import { DomainError, type ErrorCode, permit, STATUS, secondFactorRequired } from './errors.ts';
import { firstMessage, nameFieldsInInputErrors } from './input-error.ts';
import { entryOf, type LedgerMeta, once } from './ledger/once.ts';
import type { Claim } from './ledger/operations.ts';
import { limitsOf } from './limits/call-limits.ts';
import { networkOf } from './limits/network.ts';
import { holds } from './policy.ts';
import { createScope, createVisitor, type Scope, trailOf } from './scope.ts';
import type { Alive } from './sessions/lucia.ts';
import { refusalOfToken } from './sessions/token-scopes.ts';

nameFieldsInInputErrors();

/** What a procedure declares of itself. */
interface Meta extends LedgerMeta {
  /** It helps to set up a second factor, so a session that must show one first may call it (rule 9.4). */
  enrolls?: true;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error }) {
      // A stream fails after the middleware chain: its error comes here as it was thrown.
      const { code, message, newest, retryAfter } = domainErrorOf(error);
      const more = { ...(newest ? { newest } : {}), ...(retryAfter ? { retryAfter } : {}) };
      const { httpStatus } = shape.data;
      // tRPC knows no 425.
      const status = code in OPERATION_CODES ? STATUS[code] : httpStatus;
      return { ...shape, message, data: { ...shape.data, httpStatus: status, reason: code, ...more } };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Every call. Whatever went wrong becomes one TRPCError; `next()` never throws, it answers a result. */
const called = t.procedure.use(async ({ ctx, path, next }) => {
  const call = { now: ctx.clock(), changed() {}, trail: trailOf(ctx.caller.address, path) };
  const run = () => ctx.caller.operations.inOrder(() => next({ ctx: { call } }), hasVerdict);
  const result = await ctx.callsInFlight.run(run);
  if (!result) throw errorOf(new DomainError('NOT_TRIED', 'Not tried: a call before it was not answered'));
  if (!result.ok) throw errorOf(domainErrorOf(result.error));
  return result;
});

/** Open to everyone: sign-in, registration, links. */
export const publicProcedure = called.use(async ({ ctx, type, batchIndex, next }) => {
  if (type === 'mutation') refuseOperation(ctx.caller.operations.of(batchIndex));
  const visitor = createVisitor(ctx.call);
  const owner = networkOf(ctx.caller.address);
  const access = createAccess(ctx, owner, tell => createVisitor({ ...ctx.call, ...tell }));
  const result = await ctx.load.turn(owner, () => next({ ctx: { visitor, ...access } }));
  if (!result.ok) await noteRefusedCall(ctx, visitor, result.error);
  return result;
});

/** Only for a living session. */
export const signedIn = procedureFor(() => true);

/** For managers and Admins: the manager's dashboard and what stands on it. */
export const managerOnly = procedureFor(scope => holds(scope, 'Manager')).use(({ ctx, next }) => {
  // Refused before the input is looked at.
  ctx.read(() => undefined);
  return next();
});

/** For Admins: everyone's accounts, and the install itself. */
export const adminOnly = procedureFor(scope => holds(scope, 'Admin')).use(({ ctx, next }) => {
  ctx.read(() => undefined);
  return next();
});

/** What went wrong in a call, as the domain says it. */
export function domainErrorOf(error: TRPCError): DomainError {
  const { cause } = error;
  if (cause instanceof DomainError) return cause;
  if (cause instanceof ZodError) return new DomainError('BAD_REQUEST', firstMessage(cause));
  if (isStorageTrouble(cause)) {
    return new DomainError(
      'SERVICE_UNAVAILABLE',
      'The data cannot be written at the moment. Try again shortly.',
    );
  }
  if (error.code in STATUS && error.code !== 'INTERNAL_SERVER_ERROR') {
    return new DomainError(error.code as ErrorCode, error.message);
  }
  if (error.code !== 'INTERNAL_SERVER_ERROR') return new DomainError('BAD_REQUEST', error.message);
  // The caller learns nothing of it; the log does.
  return Object.assign(new DomainError('INTERNAL_SERVER_ERROR', 'Something went wrong on the server'), {
    cause,
  });
}

/**
 * The scope exists only inside `read` and `write`: the session, the account and its roles are read from the
 * database at that moment. A call that waited in between goes on with the permissions of now.
 */
function procedureFor(isAllowed: (scope: Scope) => boolean) {
  return called.use(async ({ ctx, path, type, meta = {}, signal, batchIndex, getRawInput, next }) => {
    const { accessToken, timeZone } = ctx.caller;
    if (!accessToken) throw new DomainError('UNAUTHORIZED', 'Please log in');
    const { account, sessionId, scopes, mustEnroll } = await ctx.sessions.check(accessToken, ctx.call.now);
    if (mustEnroll && !meta.enrolls) throw secondFactorRequired();
    const today = dayIn(knownZone(timeZone) ?? account.timeZone ?? OWN_ZONE, new Date(ctx.call.now));
    const caller = createScope(ctx.call, account, sessionId, today);
    await demandScope(ctx, caller, scopes);
    const claim = type === 'mutation' ? ctx.caller.operations.of(batchIndex) : null;
    if (meta.ledger === 'never') refuseOperation(claim);
    const entry = claim && entryOf(ctx.ledger, claim, path, await getRawInput(), meta);
    const identify = (tell: Tell) => {
      const current = ctx.sessions.current(ctx.db, sessionId);
      if (current.mustEnroll && !meta.enrolls) throw secondFactorRequired();
      const scope = createScope({ ...ctx.call, ...tell }, current.account, sessionId, today);
      permit(isAllowed(scope));
      return scope;
    };
    const access = createAccess(ctx, account.id, identify, meta.ledger === 'after' ? null : entry);
    const limits = limitsOf(ctx, account.id);
    const run = () => next({ ctx: { ...access, pause: limits.pause } });
    const result = await limits.run(type, signal, async () => {
      const answered = entry ? asResult(await once(ctx, caller, entry, run, refusalOf)) : await run();
      if (answered.ok && type === 'query') limits.answer(answered.data);
      return answered;
    });
    if (!result.ok) await noteRefusedCall(ctx, caller, result.error);
    else if (type === 'subscription') return { ...result, data: limits.stream(result.data) };
    return result;
  });
}

/**
 * Repeats a query whose response is known and whose data has not changed since. Only what does not follow from the data is
 * looked at: the session and the limits of its account.
 * @throws DomainError as the query itself would, though its call is not in the audit log.
 */
export async function readAgain<T>(ctx: Context, read: () => T): Promise<T> {
  const { account } = await ctx.sessions.check(ctx.caller.accessToken ?? '', ctx.clock());
  return limitsOf(ctx, account.id).run('query', undefined, async () => read());
}

/**
 * Makes a REST write once for its key where no mutation does so: it calls none, or one whose response is a secret. The
 * verdict is written after it.
 * @param kept what of the response is repeated.
 * @throws what the write throws, or the refusal that was its verdict.
 */
export async function onceForKey<T>(
  ctx: Context,
  claim: Claim,
  write: () => Promise<T>,
  kept: (response: T) => unknown = response => response,
): Promise<unknown> {
  const now = ctx.clock();
  const { account, sessionId, scopes } = await ctx.sessions.check(ctx.caller.accessToken ?? '', now);
  const call = { now, changed() {}, trail: trailOf(ctx.caller.address, 'rest') };
  const caller = createScope(call, account, sessionId, dayIn(OWN_ZONE, new Date(now)));
  await limitsOf(ctx, account.id).pause();
  const made: T[] = [];
  const run = async () => {
    try {
      made.push(await write());
      return { ok: true as const, data: made.map(kept)[0] };
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause);
      // The token lacks a scope: another one can make the same request.
      if (scopes && domainErrorOf(error).code === 'FORBIDDEN') throw error;
      return { ok: false as const, error };
    }
  };
  const asked = once(ctx, caller, entryOf(ctx.ledger, claim, 'rest', null), run, refusalOf);
  const result = await asked.catch(cause =>
    Promise.reject(errorOf(domainErrorOf(getTRPCErrorFromUnknown(cause)))),
  );
  if (!result.ok) throw result.error;
  return made.length > 0 ? made[0] : result.data;
}

/** A personal token makes the calls that one of its scopes is for; what it is refused is in the audit log. */
async function demandScope(ctx: Context, caller: Scope, scopes: Alive['scopes']): Promise<void> {
  const refusal = refusalOfToken(scopes, caller.trail.procedure);
  if (!refusal) return;
  await noteRefusedCall(ctx, caller, errorOf(refusal));
  throw refusal;
}

function errorOf(cause: DomainError): TRPCError {
  return new TRPCError({ code: trpcCode(cause.code), message: cause.message, cause });
}

type Ended = { ok: true } | { ok: false; error: TRPCError };

function refusalOf(result: Ended): DomainError | null {
  return result.ok ? null : domainErrorOf(result.error);
}

/** Whether the calls behind one in an ordered batch may run. */
function hasVerdict(result: Ended): boolean {
  const refusal = refusalOf(result);
  return !refusal || isVerdict(refusal.code, STATUS[refusal.code]);
}

/** A call without a session, or one that returns a secret, stores no verdict, so it cannot be repeated. */
function refuseOperation(claim: Claim | null): void {
  if (claim) throw new DomainError('BAD_REQUEST', 'This call takes no operation id');
}

/** A stored answer as the chain passes it on: it has the mark that `next()` gives. */
function asResult<Result>(result: Result | { ok: true; data: unknown }): Result {
  return { marker: 'middlewareMarker', ...result } as Result;
}

/** tRPC's own, coarser code with the same HTTP status. */
function trpcCode(code: ErrorCode): TRPCError['code'] {
  if (code in OPERATION_CODES) return OPERATION_ERRORS[code as OperationCode];
  if (STATUS[code] === 401) return 'UNAUTHORIZED';
  return STATUS[code] === 403 ? 'FORBIDDEN' : (code as TRPCError['code']);
}

const OPERATION_ERRORS: Record<OperationCode, TRPCError['code']> = {
  NOT_TRIED: 'PRECONDITION_REQUIRED',
  OPERATION_TOO_OLD: 'BAD_REQUEST',
  OPERATION_REUSED: 'UNPROCESSABLE_CONTENT',
  ANSWER_GONE: 'CONFLICT',
};
