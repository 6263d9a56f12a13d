import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import type { PushResult } from '../core/push/pusher.ts';
import type { Scope } from '../core/scope.ts';
import { payerOf } from '../member/add.ts';
import { pushOf } from '../notify/push.ts';
import { keepOutcomes, targetsOf } from '../push/devices.ts';
import type { MailTest } from './mail.ts';

/** Seconds. */
const TTL = 600;

/**
 * Sends a push message to the Admin's own devices, with one try. It counts as an email of theirs.
 * @throws DomainError CONFLICT where push is off or the Admin has no device, TOO_MANY_REQUESTS
 */
export async function testPush(ctx: Context & Access<Scope>): Promise<MailTest> {
  const { pusher, publicUrl } = ctx;
  if (!pusher) throw new DomainError('CONFLICT', "Push isn't set up on this server. Set PUSH=on.");
  const devices = ctx.read((db, scope) => targetsOf(db, scope, scope.userId));
  if (devices.length === 0) {
    throw new DomainError(
      'CONFLICT',
      'No device of yours gets push messages. Turn them on in Settings first.',
    );
  }
  const notice = {
    title: 'Test message from Onus',
    lines: ['This installation can send push messages.'],
    path: '/dash/settings',
    tag: 'test',
    ttl: TTL,
  };
  const push = pushOf(notice, publicUrl, true);
  const outcomes = await ctx.throttle.email(payerOf(ctx), () =>
    Promise.all(devices.map(async one => ({ id: one.id, result: await pusher.send(one, push) }))),
  );
  await ctx.write((db, scope) => keepOutcomes(db, scope, outcomes));
  return said(outcomes.map(({ result }) => result));
}

function said(results: readonly PushResult[]): MailTest {
  const sent = results.filter(result => result === 'sent').length;
  const failed = results.find(result => typeof result === 'object')?.failed;
  const message = `A test message was sent to ${sent} of ${counted(results.length)}.`;
  if (failed) return { sent: false, message: `${message} ${failed}` };
  return { sent: sent > 0, message };
}

function counted(devices: number): string {
  return devices === 1 ? '1 device' : `${devices} devices`;
}
