import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DomainError } from '../errors.ts';
import { networkOf } from './network.ts';
import { createThrottle, type Payer, type Throttle } from './throttle.ts';

type Mailing = Required<Payer>;

const who = { account: 'ana@example.com', address: '192.0.2.1' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function failing(throttle: Throttle, times: number): Promise<string[]> {
  const codes: string[] = [];
  for (let n = 0; n < times; n++) {
    const failed = throttle.guess(who, () => Promise.reject(new DomainError('UNAUTHORIZED', 'no')));
    await failed.catch(error => codes.push(error.code));
  }
  return codes;
}

test('fifteen minutes after the first failure there are ten tries again', async () => {
  const throttle = createThrottle();
  expect(await failing(throttle, 11)).toEqual([...Array(10).fill('UNAUTHORIZED'), 'TOO_MANY_REQUESTS']);
  vi.advanceTimersByTime(14 * 60_000);
  const refused = await throttle.guess(who, async () => 1).catch(error => error);
  expect(refused).toMatchObject({ message: 'Too many attempts. Try again in a minute.', retryAfter: 60 });
  vi.advanceTimersByTime(60_000);
  expect(await failing(throttle, 11)).toEqual([...Array(10).fill('UNAUTHORIZED'), 'TOO_MANY_REQUESTS']);
});

test.each(['SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS'] as const)(
  'an attempt that is refused with %s before the check is no wrong guess',
  async code => {
    const throttle = createThrottle();
    for (let n = 0; n < 40; n++) {
      const busy = throttle.guess(who, () => Promise.reject(new DomainError(code, 'busy')));
      await expect(busy).rejects.toThrow('busy');
    }
    expect(await failing(throttle, 1)).toEqual(['UNAUTHORIZED']);
  },
);

test('a mailbox has five an hour', async () => {
  const throttle = createThrottle();
  const asked = async () => Promise.all(Array.from({ length: 7 }, () => throttle.mayMail('a@b.co')));
  expect(await asked()).toEqual([true, true, true, true, true, false, false]);
  expect(await throttle.mayMail('c@d.co')).toBe(true);
  vi.advanceTimersByTime(3_600_000);
  expect(await throttle.mayMail('a@b.co')).toBe(true);
});

test('an address has twenty registrations an hour', async () => {
  const throttle = createThrottle();
  for (let n = 0; n < 20; n++) await throttle.registration('2001:db8:1:2::1');
  await expect(throttle.registration('2001:db8:1:2::9')).rejects.toThrow('Try again in 60 minutes');
  await throttle.registration('2001:db8:1:3::1');
  vi.advanceTimersByTime(3_600_000);
  await throttle.registration('2001:db8:1:2::9');
});

test('of refusals twenty a minute are written for an address and two hundred for all', async () => {
  const throttle = createThrottle();
  const rooms = async (address: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => throttle.refusal(address)));
  expect(await rooms('192.0.2.1', 23)).toEqual([...Array(20).fill('some'), 'last', 'none', 'none']);
  for (let n = 2; n < 10; n++) expect(await rooms(`192.0.2.${n}`, 20)).toEqual(Array(20).fill('some'));
  expect(await rooms('192.0.2.10', 20)).toEqual([...Array(19).fill('some'), 'last']);
  // Nor does the line that says so of one address come once it was said of all.
  expect(await rooms('192.0.2.11', 22)).toEqual(Array(22).fill('none'));
  vi.advanceTimersByTime(60_000);
  expect(await rooms('192.0.2.1', 1)).toEqual(['some']);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:50123', '192.0.2.1'],
  ['[2001:db8:1:2::5]:50123', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::5]', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('an attempt that one budget refuses does not use up another', async () => {
  const throttle = createThrottle();
  await failing(throttle, 10);
  // Thirty more guesses at the same account are not heard.
  expect(await failing(throttle, 30)).toEqual(Array(30).fill('TOO_MANY_REQUESTS'));
  expect(await throttle.guess({ ...who, account: 'ben@example.com' }, async () => 'in')).toBe('in');
});

/** Emails that were sent, one after the other. */
async function mailed(throttle: Throttle, payer: Mailing, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await throttle.email(payer, async () => {});
}

test('a refusal names its limit', async () => {
  const throttle = createThrottle();
  const ana = { address: '192.0.2.1', person: 'ana' };
  await mailed(throttle, ana, 30);
  await expect(mailed(throttle, ana, 1)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'At most 30 emails sent by one person in an hour. Try again in 60 minutes.',
    retryAfter: 3_600,
  });
  await mailed(throttle, { ...ana, person: 'ben' }, 1);
  vi.advanceTimersByTime(3_600_000);
  await mailed(throttle, ana, 1);
});

test('the accounts of one address send 120 emails in an hour', async () => {
  const throttle = createThrottle();
  const address = '192.0.2.1';
  for (let n = 0; n < 4; n++) await mailed(throttle, { address, person: `person ${n}` }, 30);
  const fresh = { address, person: 'fresh' };
  await expect(mailed(throttle, fresh, 1)).rejects.toMatchObject({
    message: expect.stringContaining('At most 120 emails sent from one address in an hour'),
  });
  await mailed(throttle, { ...fresh, address: '198.51.100.1' }, 30);
});

test('an email that is not sent does not count', async () => {
  const throttle = createThrottle();
  const ana = { address: '192.0.2.1', person: 'ana' };
  const refused = new DomainError('BAD_REQUEST', 'Password is too short');
  for (let n = 0; n < 200; n++)
    await expect(throttle.email(ana, () => Promise.reject(refused))).rejects.toBe(refused);
  await mailed(throttle, ana, 30);
});

test('a person tries twenty emails of other accounts in an hour', async () => {
  const throttle = createThrottle();
  const payer = { address: '192.0.2.1', person: 'ana' };
  const taken = () => Promise.reject(new DomainError('CONFLICT', 'Email is in use'));
  const tried = async (attempt: () => Promise<unknown>) =>
    throttle.takeEmail(payer, attempt).catch(error => error.code);
  for (let n = 0; n < 50; n++) expect(await tried(async () => 'free')).toBe('free');
  for (let n = 0; n < 20; n++) expect(await tried(taken)).toBe('CONFLICT');
  expect(await tried(taken)).toBe('TOO_MANY_REQUESTS');
  // Nor is the next free one told from a taken one.
  expect(await tried(async () => 'free')).toBe('TOO_MANY_REQUESTS');
  expect(await throttle.takeEmail({ ...payer, person: 'ben' }, async () => 'free')).toBe('free');
});
