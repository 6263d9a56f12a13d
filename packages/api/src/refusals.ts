import type { AuditDetail, AuditEvent } from '@onus/contract/audit-entry';
import { recordRefusal } from './audit/commands.ts';
import type { Context, Services } from './context.ts';
import { DomainError, type ErrorCode } from './errors.ts';
import { mintVisitor, type Scope, trailOf, type Visitor } from './scope.ts';

type Log = Pick<Services, 'db' | 'throttle'>;

/** What it is called when a procedure that lets people in says no, and for which of its reasons. */
const TOLD: Record<string, { event: AuditEvent; codes: ErrorCode[] }> = {
  'auth.login': { event: 'login.refused', codes: ['UNAUTHORIZED', 'INACTIVE', 'TOO_MANY_REQUESTS'] },
  'auth.register': { event: 'account.refused', codes: ['CONFLICT', 'TOO_MANY_REQUESTS'] },
  'auth.refresh': { event: 'refresh.refused', codes: ['TOKEN_INVALID', 'SESSION_REVOKED', 'INACTIVE'] },
  'auth.activate': { event: 'link.refused', codes: ['BAD_REQUEST', 'TOO_MANY_REQUESTS'] },
  'auth.requestReset': { event: 'link.unanswered', codes: ['TOO_MANY_REQUESTS'] },
  'auth.changePassword': { event: 'password.refused', codes: ['BAD_REQUEST', 'TOO_MANY_REQUESTS'] },
};

/** Writes down that a call was refused, if that is of the kind the audit log tells of. */
export async function noteRefusedCall(log: Log, scope: Scope | Visitor, error: Error): Promise<void> {
  const { procedure, subject, isTold } = scope.trail;
  // Bad input is no refusal: it is not a DomainError.
  if (isTold || !(error.cause instanceof DomainError)) return;
  const { code } = error.cause;
  const told = TOLD[procedure];
  if (told?.codes.includes(code)) await note(log, scope, told.event, { subject, detail: { reason: code } });
  else if (code === 'FORBIDDEN') await note(log, scope, 'call.refused', { subject });
}

/** Writes down that nobody got a link, of which the one who asked is not told. */
export async function noteNoLink(log: Log, visitor: Visitor, reason: string): Promise<void> {
  await note(log, visitor, 'link.unanswered', { detail: { reason } });
}

/** Writes down that a page of another site was not let open a socket. */
export async function noteForeignPage(context: Context, origin: string): Promise<void> {
  const trail = trailOf(context.caller.address, 'upgrade');
  const visitor = mintVisitor({ now: context.clock(), changed() {}, trail });
  // A header may be 16 KB long; an address of a site is not.
  await note(context, visitor, 'socket.refused', { detail: { from: origin.slice(0, 200) } });
}

/**
 * Anybody can have themselves refused as often as they like: what is over the limit is not written, and one
 * line says so.
 */
async function note(
  { db, throttle }: Log,
  scope: Scope | Visitor,
  event: AuditEvent,
  told: { subject?: Scope['trail']['subject']; detail?: AuditDetail },
): Promise<void> {
  const room = await throttle.refusal(scope.trail.address);
  if (room === 'some') recordRefusal(db, scope, event, told);
  if (room === 'last') recordRefusal(db, scope, 'refusals.capped', {});
}
