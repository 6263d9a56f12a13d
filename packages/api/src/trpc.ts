import { ACTIVATION_TOO_SHORT } from '@onus/contract/password';
import type { Topic } from '@onus/contract/topic';
import { dayIn, isTimeZone } from '@onus/contract/zone';
import { isLocked, isStorageTrouble } from '@onus/db/if-writable';
import { losePatience, regainPatience } from '@onus/db/open';
import { getTRPCErrorFromUnknown, initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { holds } from './auth/policy.ts';
import type { Context } from './context.ts';
import { DomainError, type ErrorCode, permit, STATUS } from './errors.ts';
import { firstMessage, nameFieldsInInputErrors } from './input-error.ts';
import { rememberTimeZone } from './member/commands.ts';
import { noteRefusedCall } from './refusals.ts';
import { mintScope, mintVisitor, trailOf } from './scope.ts';

nameFieldsInInputErrors();

const t = initTRPC.context<Context>().create({
  isDev: false,
  errorFormatter({ shape, error }) {
    const { code, newest, retryAfter } = domainErrorOf(error);
    const more = { ...(newest ? { newest } : {}), ...(retryAfter ? { retryAfter } : {}) };
    return { ...shape, data: { ...shape.data, reason: code, ...more } };
  },
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/**
 * Every call. What it changed is collected and ticked when that is on the disk: a failed call ticks nothing,
 * and nobody is told of a write before it is there. Whatever went wrong becomes one TRPCError; `next()` never
 * throws, it answers a result.
 */
const called = t.procedure.use(async ({ ctx, type, path, next }) => {
  const ticks: [Topic, string[]][] = [];
  const call = {
    now: ctx.clock(),
    changed: (topic: Topic, userIds: Iterable<string>) => void ticks.push([topic, [...userIds]]),
    trail: trailOf(ctx.caller.address, path),
  };
  const result = await next({ ctx: { call } });
  if (!result.ok) {
    // What a refusal says may be another's write of the same group: it is not said before that is on the disk.
    if (type === 'mutation') await ctx.commits.settled();
    throw translated(ctx, result.error);
  }
  if (type === 'mutation') {
    await ctx.commits.committed().catch(cause => {
      throw translated(ctx, getTRPCErrorFromUnknown(cause));
    });
    regainPatience(ctx.db);
  }
  for (const [topic, userIds] of ticks) ctx.events.tick(topic, userIds);
  return result;
});

/** Open to everybody: sign-in, registration, links. */
export const publicProcedure = called.use(async ({ ctx, next }) => {
  const visitor = mintVisitor(ctx.call);
  const result = await next({ ctx: { visitor } });
  if (!result.ok) await noteRefusedCall(ctx, visitor, result.error);
  return result;
});

/** The same for the activation screen, which tells a refusal by the word "Error" in it (spec 2). */
export const sayingError = publicProcedure.use(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const { code, message, newest, retryAfter } = domainErrorOf(result.error);
  const isSaid = message.includes('Error') || message === ACTIVATION_TOO_SHORT;
  throw new DomainError(code, isSaid ? message : `Error: ${message}`, newest, retryAfter);
});

/** Only for a living session. Rights are read from the database here, at every call (decision 2.5). */
export const signedIn = called.use(async ({ ctx, type, next }) => {
  const { accessToken, timeZone } = ctx.caller;
  if (!accessToken) throw new DomainError('UNAUTHORIZED', 'Please log in');
  const { account, sessionId } = await ctx.sessions.check(accessToken, ctx.call.now);
  const sent = timeZone && isTimeZone(timeZone) ? timeZone : null;
  const zone = sent ?? account.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const scope = mintScope(ctx.call, account, sessionId, dayIn(zone, new Date(ctx.call.now)));
  if (sent && sent !== account.timeZone) rememberTimeZone(ctx.db, scope, sent);
  // From here to the command or the query nothing waits: a write joins the group of this turn, a read begins
  // when none is open.
  if (type === 'mutation') ctx.commits.join();
  else await ctx.commits.settled();
  const result = await next({ ctx: { scope } });
  if (!result.ok) await noteRefusedCall(ctx, scope, result.error);
  return result;
});

/** For managers and Admins: the manager's dashboard and what stands on it. */
export const managerOnly = signedIn.use(({ ctx, next }) => {
  permit(holds(ctx.scope, 'Manager'));
  return next();
});

function translated(ctx: Context, error: TRPCError): TRPCError {
  if (isLocked(error.cause)) losePatience(ctx.db);
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
