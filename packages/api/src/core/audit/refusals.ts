import type { AuditDetail, AuditEvent } from '@onus/contract/audit/entry';
import type { Context, Services } from '../context.ts';
import { type ErrorCode, refusalIn } from '../errors.ts';
import { createVisitor, type Scope, trailOf, type Visitor } from '../scope.ts';
import { record } from './record.ts';

type Log = Pick<Services, 'db' | 'commits' | 'throttle'>;

/** What it is called when a procedure that lets people in says no, and for which of its reasons. */
const TOLD: Record<string, { event: AuditEvent; codes: ErrorCode[] }> = {
  'auth.login': {
    event: 'login.refused',
    codes: ['UNAUTHORIZED', 'SECOND_FACTOR', 'INACTIVE', 'TOO_MANY_REQUESTS'],
  },
  'auth.register': { event: 'account.refused', codes: ['CONFLICT', 'FORBIDDEN', 'TOO_MANY_REQUESTS'] },
  'auth.refresh': { event: 'refresh.refused', codes: ['TOKEN_INVALID', 'SESSION_REVOKED', 'INACTIVE'] },
  'auth.activate': { event: 'link.refused', codes: ['BAD_REQUEST', 'TOO_MANY_REQUESTS'] },
  'auth.lookAtLink': { event: 'link.refused', codes: ['BAD_REQUEST', 'TOO_MANY_REQUESTS'] },
  'invite.look': { event: 'invitation.refused', codes: ['BAD_REQUEST', 'TOO_MANY_REQUESTS'] },
  'invite.redeem': {
    event: 'invitation.refused',
    codes: ['BAD_REQUEST', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  },
  'auth.requestReset': { event: 'link.unanswered', codes: ['TOO_MANY_REQUESTS'] },
  'auth.takeBackEmail': { event: 'restore.refused', codes: ['BAD_REQUEST', 'TOO_MANY_REQUESTS'] },
  'member.update': { event: 'email.refused', codes: ['BAD_REQUEST', 'TOO_MANY_REQUESTS'] },
  'member.updateSelf': { event: 'email.refused', codes: ['BAD_REQUEST', 'TOO_MANY_REQUESTS'] },
  'passkey.signIn': { event: 'passkey.refused', codes: ['UNAUTHORIZED', 'INACTIVE', 'TOO_MANY_REQUESTS'] },
  'passkey.registerOptions': { event: 'secondFactor.refused', codes: ['BAD_REQUEST', 'TOO_MANY_REQUESTS'] },
  'totp.start': { event: 'secondFactor.refused', codes: ['BAD_REQUEST', 'TOO_MANY_REQUESTS'] },
  'totp.confirm': { event: 'secondFactor.refused', codes: ['BAD_REQUEST', 'TOO_MANY_REQUESTS'] },
  'totp.remove': { event: 'secondFactor.refused', codes: ['BAD_REQUEST', 'TOO_MANY_REQUESTS'] },
  'auth.changePassword': { event: 'password.refused', codes: ['BAD_REQUEST', 'TOO_MANY_REQUESTS'] },
};

/** Writes down that a call was refused, if that is of the kind the audit log tells of. */
export async function noteRefusedCall(log: Log, scope: Scope | Visitor, error: Error): Promise<void> {
  const { procedure, subject, isTold } = scope.trail;
  // Bad input is no refusal: it is not a DomainError.
  const code = refusalIn(error)?.code;
  if (isTold || code === undefined) return;
  const told = TOLD[procedure];
  if (told?.codes.includes(code)) await note(log, scope, told.event, { subject, detail: { reason: code } });
  else if (code === 'FORBIDDEN') await note(log, scope, 'call.refused', { subject });
}

/** Writes down that no link was sent, of which the one who asked is not told. */
export async function noteNoLink(log: Log, visitor: Visitor, reason: string): Promise<void> {
  await note(log, visitor, 'link.unanswered', { detail: { reason } });
}

/** Writes down that a page of another site was not let open a socket. */
export async function noteForeignPage(context: Context, origin: string): Promise<void> {
  const trail = trailOf(context.caller.address, 'upgrade');
  const visitor = createVisitor({ now: context.clock(), changed() {}, trail });
  // A header may be 16 KB long; an address of a site is not.
  await note(context, visitor, 'socket.refused', { detail: { from: origin.slice(0, 200) } });
}

/**
 * AnyCaller can have themselves refused as often as they like: what is over the limit is not written, and one
 * line says so.
 */
async function note(
  { db, commits, throttle }: Log,
  scope: Scope | Visitor,
  event: AuditEvent,
  told: { subject?: Scope['trail']['subject']; detail?: AuditDetail },
): Promise<void> {
  const room = await throttle.refusal(scope.trail.address);
  if (room === 'none') return;
  const line = room === 'last' ? ({ event: 'refusals.capped' } as const) : { event, ...told };
  // The call's own write was taken back, so this is another. A log that cannot be written is no reason to
  // answer otherwise.
  await commits.attempt(() => record(db, scope, line.event, { ...line, refused: true }));
}
