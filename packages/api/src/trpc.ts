import { ACTIVATION_TOO_SHORT } from '@onus/contract/password';
import { dayIn, knownZone, OWN_ZONE } from '@onus/contract/zone';
import { isStorageTrouble } from '@onus/db/if-writable';
import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { createAccess } from './access.ts';
import { holds } from './auth/policy.ts';
import { demandOpen } from './auth/queries.ts';
import { limitsOf } from './call-limits.ts';
import type { Context } from './context.ts';
import { DomainError, type ErrorCode, permit, STATUS } from './errors.ts';
import { firstMessage, nameFieldsInInputErrors } from './input-error.ts';
import { networkOf } from './network.ts';
import { noteRefusedCall } from './refusals.ts';
import { mintScope, mintVisitor, type Scope, trailOf } from './scope.ts';

nameFieldsInInputErrors();

const t = initTRPC.context<Context>().create({
  isDev: false,
  errorFormatter({ shape, error }) {
    // A stream fails after the middleware chain: its error comes here as it was thrown.
    const { code, message, newest, retryAfter } = domainErrorOf(error);
    const more = { ...(newest ? { newest } : {}), ...(retryAfter ? { retryAfter } : {}) };
    return { ...shape, message, data: { ...shape.data, reason: code, ...more } };
  },
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Every call. Whatever went wrong becomes one TRPCError; `next()` never throws, it answers a result. */
const called = t.procedure.use(async ({ ctx, path, next }) => {
  const call = { now: ctx.clock(), changed() {}, trail: trailOf(ctx.caller.address, path) };
  const result = await next({ ctx: { call } });
  if (!result.ok) throw translated(result.error);
  return result;
});

/** Open to everybody: sign-in, registration, links. */
export const publicProcedure = called.use(async ({ ctx, next }) => {
  const visitor = mintVisitor(ctx.call);
  const owner = networkOf(ctx.caller.address);
  const access = createAccess(ctx, owner, tell => mintVisitor({ ...ctx.call, ...tell }));
  const result = await ctx.load.turn(owner, () => next({ ctx: { visitor, ...access } }));
  if (!result.ok) await noteRefusedCall(ctx, visitor, result.error);
  return result;
});

/** For a new account. */
export const registering = publicProcedure.use(({ ctx, next }) => {
  // Refused before the input is looked at: the answer is the same whatever was sent.
  ctx.read((db, visitor) => demandOpen(db, visitor, ctx.registration));
  return next();
});

/** As a public procedure, for the activation screen, which tells a refusal by the word "Error" in it (spec 2). */
export const sayingError = publicProcedure.use(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const { code, message, newest, retryAfter } = domainErrorOf(result.error);
  const isSaid = message.includes('Error') || message === ACTIVATION_TOO_SHORT;
  throw new DomainError(code, isSaid ? message : `Error: ${message}`, newest, retryAfter);
});

/** Only for a living session. */
export const signedIn = procedureFor(() => true);

/** For managers and Admins: the manager's dashboard and what stands on it. */
export const managerOnly = procedureFor(scope => holds(scope, 'Manager')).use(({ ctx, next }) => {
  // Refused before the input is looked at.
  ctx.read(() => undefined);
  return next();
});

/**
 * The scope exists only inside `read` and `write`: the session, the account and its roles are read from the
 * database at that moment. A call that waited in between goes on with the permissions of now.
 */
function procedureFor(isAllowed: (scope: Scope) => boolean) {
  return called.use(async ({ ctx, type, signal, next }) => {
    const { accessToken, timeZone } = ctx.caller;
    if (!accessToken) throw new DomainError('UNAUTHORIZED', 'Please log in');
    const { account, sessionId } = await ctx.sessions.check(accessToken, ctx.call.now);
    const today = dayIn(knownZone(timeZone) ?? account.timeZone ?? OWN_ZONE, new Date(ctx.call.now));
    const access = createAccess(ctx, account.id, tell => {
      const current = ctx.sessions.current(ctx.db, sessionId);
      const scope = mintScope({ ...ctx.call, ...tell }, current, sessionId, today);
      permit(isAllowed(scope));
      return scope;
    });
    const limits = limitsOf(ctx, account.id);
    const result = await limits.run(type, signal, async () => {
      const answered = await next({ ctx: { ...access, pause: limits.pause } });
      if (answered.ok && type === 'query') limits.answer(answered.data);
      return answered;
    });
    if (!result.ok) await noteRefusedCall(ctx, mintScope(ctx.call, account, sessionId, today), result.error);
    else if (type === 'subscription') return { ...result, data: limits.stream(result.data) };
    return result;
  });
}

function translated(error: TRPCError): TRPCError {
  const cause = domainErrorOf(error);
  return new TRPCError({ code: trpcCode(cause.code), message: cause.message, cause });
}

function domainErrorOf(error: TRPCError): DomainError {
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

/** tRPC's own, coarser code with the same HTTP status. */
function trpcCode(code: ErrorCode): TRPCError['code'] {
  return STATUS[code] === 403 ? 'FORBIDDEN' : (code as TRPCError['code']);
}
