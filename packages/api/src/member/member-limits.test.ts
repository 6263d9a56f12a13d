import { BUDGETS } from '@onus/contract/limits/budgets';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMailer } from '../core/mail.ts';
import { type Browser, idOf, openMailbox, testWorld } from '../testing.ts';

const TAKEN = { code: 'CONFLICT', message: 'An account with this email already exists' };

/** A call that is sent twice counts twice. */
const STEADY = { areCommitsSteady: true };

function newMember(boss: Browser, email: string) {
  return boss.call.member.create({ username: 'New', email, password: 'secret' });
}

/** The refusal of a call, with the seconds after which it may come again. */
async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (refused: Error & { code: string; cause: { retryAfter?: number } }) => refused,
  );
  return { code: error?.code, message: error?.message, retryAfter: error?.cause.retryAfter ?? 0 };
}

describe('emails to strangers', () => {
  async function mailing() {
    const mailbox = await openMailbox();
    onTestFinished(() => mailbox.close());
    const mailer = createMailer({ url: mailbox.url, from: 'onus@localhost', onFailure: () => {} });
    const world = testWorld(undefined, { mailer, ...STEADY });
    return { world, mailbox, boss: await world.person('Boss', 'Manager') };
  }

  test('a manager adds a whole team in an hour, and no more by email', async () => {
    const { world, mailbox, boss } = await mailing();
    const { most } = BUDGETS.emailsOfPerson;
    const emails = Array.from({ length: most }, (_, n) => `stranger-${n}@example.com`);
    for (const email of emails) expect((await newMember(boss, email)).email).toBe(email);
    const refused = await refusalOf(newMember(boss, 'one-more@example.com'));
    expect(refused).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringContaining('At most 30 emails sent by one person in an hour'),
    });
    expect(refused.retryAfter).toBeGreaterThan(3_000);
    while (mailbox.mails.length < most) await mailbox.next();
    expect(mailbox.mails.flatMap(({ to }) => to).sort()).toEqual(emails.toSorted());
    expect((await boss.call.member.find({ page: 1 })).total).toBe(most);
    const other = await world.person('Other', 'Manager');
    await newMember(other, 'one-more@example.com');
  });

  test('one mailbox gets five of them in an hour', async () => {
    const { world, mailbox, boss } = await mailing();
    const root = await world.person('Root', 'Manager');
    world.db.$client.prepare("update user set roles = 'Admin,Manager' where id = ?").run(await idOf(root));
    const { most } = BUDGETS.emailsToMailbox;
    for (let n = 0; n < most + 2; n++) {
      const { id } = await newMember(boss, 'victim@example.com');
      await root.call.member.delete({ id });
    }
    await newMember(boss, 'last@example.com');
    do await mailbox.next();
    while (!mailbox.mails.some(({ to }) => to.includes('last@example.com')));
    expect(mailbox.mails.filter(({ to }) => to.includes('victim@example.com'))).toHaveLength(most);
  });

  test('without a mail server no email is counted', async () => {
    const world = testWorld(undefined, STEADY);
    const boss = await world.person('Boss', 'Manager');
    for (let n = 0; n <= BUDGETS.emailsOfPerson.most; n++) await newMember(boss, `m-${n}@example.com`);
  });
});

describe('who has an account', () => {
  const CALLS: Record<string, (boss: Browser, email: string) => Promise<unknown>> = {
    'member.create': newMember,
    'member.updateSelf': ({ call }, email) => call.member.updateSelf({ email }),
    'member.update': async (boss, email) => boss.call.member.update({ id: await idOf(boss), email }),
  };

  test.each(Object.entries(CALLS))('%s tells it of a few emails in an hour', async (_name, ask) => {
    const world = testWorld(undefined, STEADY);
    const boss = await world.person('Boss', 'Manager');
    await world.person('Ana');
    // What is free is accepted, however often, and counts for nothing.
    for (let n = 0; n < 3; n++) await ask(boss, `free-${n}@example.com`);
    for (let n = 0; n < BUDGETS.takenEmailsOfPerson.most; n++)
      await expect(ask(boss, 'ana@example.com')).rejects.toMatchObject(TAKEN);
    const [taken, free] = [
      await refusalOf(ask(boss, 'ana@example.com')),
      await refusalOf(ask(boss, 'free-9@example.com')),
    ];
    expect(taken).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringContaining('At most 20 emails tried by one person in an hour'),
    });
    expect(taken.retryAfter).toBeGreaterThan(3_000);
    expect(free).toEqual(taken);
    // Everything else goes on, also by a form that sends the email along, and so does everyone else.
    const { id, email } = await boss.call.auth.me();
    await boss.call.member.updateSelf({ username: 'Big boss', email });
    expect(await boss.call.member.update({ id, username: 'Boss', email })).toMatchObject({
      username: 'Boss',
    });
    const other = await world.person('Other', 'Manager', { address: '198.51.100.1' });
    await ask(other, 'other-2@example.com');
  });

  test('all three count together, and the accounts of one address too', async () => {
    const world = testWorld(undefined, STEADY);
    await world.person('Ana');
    const { most } = BUDGETS.takenEmailsOfAddress;
    let asked = 0;
    for (let n = 0; asked < most; n++) {
      const boss = await world.person(`Boss${n}`, 'Manager');
      const calls = Object.values(CALLS);
      for (let at = 0; at < BUDGETS.takenEmailsOfPerson.most && asked < most; at++, asked++)
        await expect(calls[at % 3]?.(boss, 'ana@example.com')).rejects.toMatchObject(TAKEN);
    }
    const fresh = await world.person('Fresh', 'Manager');
    expect(await refusalOf(newMember(fresh, 'ana@example.com'))).toMatchObject({
      message: expect.stringContaining('from one address in an hour'),
    });
    const elsewhere = await world.person('Elsewhere', 'Manager', { address: '198.51.100.1' });
    await expect(newMember(elsewhere, 'ana@example.com')).rejects.toMatchObject(TAKEN);
  });
});
