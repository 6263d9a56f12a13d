import { at, fromNewAddress, send, textAt } from '../../../lib/client/http-client.ts';
import { runOperatorCommand } from '../../../lib/server/onus-command.ts';
import type { Server } from '../../../lib/server/server.ts';
import { exceptions } from '../../../lib/statistics.ts';
import {
  type Account,
  addMember,
  createAdmin,
  logIn,
  register,
  withServer,
} from '../../../lib/users/accounts.ts';
import type { Proof, Result } from '../../proof.ts';

/** A name that forges a second line of the log, and one with terminal control characters. */
const FORGED_NAMES = [
  'Eve\n2026-01-01T00:00:00.000Z 10.0.0.1 admin.created: The operator created the Admin "Eve"',
  'Eve\r\u001b[2K\u202eeve\u0085x\u2028login: y',
];

export const auditLog: Proof = {
  name: 'audit-log',
  guarantee: 'Security events are traceable',
  target:
    'every login, refusal, replay, role change, deactivation in an audit log, no secret in it, no forged line',
  short: true,
  measure: () => withServer({}, read),
};

type Call = (path: string, body: object, who?: Account, method?: string) => ReturnType<typeof send>;

interface Due {
  event: string;
  actor?: string;
  subject?: string;
}

async function read(server: Server): Promise<Result> {
  const secrets: string[] = [];
  const due = await happened(server, secrets);
  const json = await runOperatorCommand(server.dataDir, ['audit', '--limit', '1000', '--json']);
  const entries = json
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as unknown);
  const missing = due.filter(one => !entries.some(entry => isOf(entry, one)));
  const text = await runOperatorCommand(server.dataDir, ['audit', '--limit', '1000']);
  const lines = text.trim().split('\n');
  const forged = [
    ...lines.filter(line => !/^\d{4}-\d\d-\d\dT[\d:.]+Z \S+ [a-z.]+: /.test(line)),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for terminal control characters.
    ...lines.filter(line => /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/.test(line)),
  ];
  const leaked = secrets.filter(secret => json.includes(secret) || text.includes(secret));
  const wrong = [
    ...missing.map(({ event, subject }) => `${event} of ${subject} is missing`),
    ...forged.map(line => `a line is ${JSON.stringify(line.slice(0, 80))}`),
    ...leaked.map(secret => `it contains ${secret.slice(0, 8)}…`),
    ...(lines.length === entries.length ? [] : [`${lines.length} lines for ${entries.length} entries`]),
  ];
  const what = `events were missing; ${lines.length} lines, ${forged.length} forged; ${leaked.length} of ${secrets.length} secrets`;
  return { measured: exceptions(wrong, due.length, what), holds: wrong.length === 0 && secrets.length > 10 };
}

function isOf(entry: unknown, { event, actor, subject }: Due): boolean {
  return (
    at(entry, 'event') === event &&
    (actor === undefined || at(entry, 'actor', 'id') === actor) &&
    (subject === undefined || at(entry, 'subject', 'id') === subject)
  );
}

/** Does everything that the log must record, and returns the expected entries. */
async function happened(server: Server, secrets: string[]): Promise<Due[]> {
  const call: Call = (path, body, who, method = 'POST') =>
    send(server.url, path, { method, token: who?.token, body, headers: fromNewAddress() });
  const boss = await register(server, 'Boss', 'Manager');
  const admin = await createAdmin(server, 'Admin');
  const member = await addMember(server, boss, 'Member');
  for (const username of FORGED_NAMES) await call('/trpc/member.updateSelf', { username }, member);
  const phone = await logIn(server, member);
  for (const { password, token, cookie } of [boss, admin, member, phone])
    secrets.push(password, token, ...cookie.split('; ').map(one => one.split('=')[1] ?? ''));

  await call('/auth', { email: boss.email, password: 'mistyped-secret' });
  await call('/auth', { email: 'nobody@example.com', password: 'mistyped-too' });
  secrets.push('mistyped-secret', 'mistyped-too');
  await call('/users', { id: boss.id, active: false }, member, 'PATCH');
  await call('/users', { id: boss.id }, member, 'DELETE');
  await send(server.url, '/auth/refresh', { cookie: 'onus=rubbish', headers: fromNewAddress() });
  await replay(server, phone);
  const link = await call('/trpc/member.link', { id: member.id }, boss);
  const token = new URL(textAt(link.body, 'result', 'data', 'url')).searchParams.get('token') ?? '';
  for (const password of ['redeemed-secret', 'redeemed-again'])
    await call('/member/activate', { token, password });
  secrets.push(token, 'redeemed-secret', 'redeemed-again');
  secrets.push(await invited(call, boss));
  await call('/users', { id: member.id, roles: ['Employee', 'Manager'] }, boss, 'PATCH');
  await call('/users', { id: member.id, active: false }, boss, 'PATCH');
  await call('/auth', { email: member.email, password: 'redeemed-secret' });
  await call('/users', { id: member.id, active: true }, boss, 'PATCH');
  await call('/users', { id: member.id }, admin, 'DELETE');
  await call('/trpc/auth.changePassword', { current: boss.password, password: 'changed-secret' }, boss);
  await call('/trpc/auth.changePassword', { current: 'wrong-secret', password: 'x' }, boss);
  secrets.push('changed-secret', 'wrong-secret');
  await send(server.url, '/auth/logout', { method: 'POST', cookie: boss.cookie });
  return expected(boss.id, member.id, admin.id);
}

/** Someone joins with an invitation, which is revoked, and tries again. @returns its token. */
async function invited(call: Call, boss: Account): Promise<string> {
  const { body } = await call('/invitations', { role: 'Employee', uses: 5 }, boss);
  const token = new URL(textAt(body, 'url')).searchParams.get('token') ?? '';
  const person = { token, name: 'Invited', password: 'invited-secret' };
  await call('/invitations/redeem', { ...person, email: 'invited@example.com' });
  await call('/invitations', { id: textAt(body, 'id') }, boss, 'DELETE');
  await call('/invitations/redeem', { ...person, email: 'late@example.com' });
  return token;
}

function expected(boss: string, member: string, admin: string): Due[] {
  return [
    { event: 'account.registered', actor: boss },
    { event: 'admin.created', subject: admin },
    { event: 'member.created', actor: boss, subject: member },
    { event: 'login', actor: member },
    { event: 'login.refused', subject: boss },
    { event: 'login.refused', subject: member },
    { event: 'call.refused', actor: member },
    { event: 'refresh.refused' },
    { event: 'refresh.replayed', subject: member },
    { event: 'link.made', actor: boss, subject: member },
    { event: 'link.redeemed', subject: member },
    { event: 'link.refused' },
    { event: 'invitation.made', actor: boss },
    { event: 'invitation.redeemed', subject: boss },
    { event: 'invitation.revoked', actor: boss },
    { event: 'invitation.refused' },
    { event: 'member.roles', actor: boss, subject: member },
    { event: 'member.deactivated', actor: boss, subject: member },
    { event: 'member.activated', actor: boss, subject: member },
    { event: 'member.deleted', actor: admin, subject: member },
    { event: 'password.changed', actor: boss },
    { event: 'password.refused', actor: boss },
    { event: 'logout', actor: boss },
  ];
}

/** A cookie that is two generations old is a replay. */
async function replay({ url }: Server, { cookie }: Account): Promise<void> {
  const first = await send(url, '/auth/refresh', { cookie });
  await send(url, '/auth/refresh', { cookie: first.cookie });
  await send(url, '/auth/refresh', { cookie });
}
