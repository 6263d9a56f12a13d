import { becomesTrue } from '../../../lib/client/event-listener.ts';
import { fromNewAddress, send } from '../../../lib/client/http-client.ts';
import { type Mailbox, openMailbox } from '../../../lib/mailbox.ts';
import type { Server } from '../../../lib/server/server.ts';
import { exceptions } from '../../../lib/statistics.ts';
import { register, withServer } from '../../../lib/users/accounts.ts';
import type { Proof, Result } from '../../proof.ts';

const HOME = 'https://home.example';
const MAILS = 50;
/** The server refuses some forged headers. */
const REQUESTS = 56;
/** A mailbox receives only a few links per hour, so the emails go to many mailboxes. */
const PEOPLE = 25;

export const linksPointHome: Proof = {
  name: 'links-point-home',
  guarantee: 'Links in email point to this server',
  target: 'forged Host and X-Forwarded-Host: 0 of 50',
  short: true,
  async measure(size) {
    const mailbox = await openMailbox();
    try {
      const settings = { SMTP_URL: mailbox.url, PUBLIC_URL: HOME };
      return await withServer(settings, server => mailed(server, mailbox), {
        hasCheapPasswords: size === 'short',
      });
    } finally {
      await mailbox.close();
    }
  },
};

async function mailed(server: Server, mailbox: Mailbox): Promise<Result> {
  for (let n = 0; n < PEOPLE; n++) await register(server, `Person-${n}`);
  const responses = await Promise.all(
    Array.from({ length: REQUESTS }, (_, n) => {
      const body = { email: `person-${n % PEOPLE}@example.com` };
      const headers = { ...fromNewAddress(), ...forgedHeaders(n) };
      const path = n % 3 === 0 ? '/trpc/auth.requestReset' : '/api/users/reset-password';
      return send(server.url, path, { body, headers });
    }),
  );
  const taken = responses.filter(({ status }) => status === 200).length;
  await becomesTrue(20_000, () => mailbox.mails.length >= taken);
  const wrong = mailbox.mails.flatMap(mail => {
    const links = [...mail.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(([link]) => link);
    const isHome = links.length === 1 && links[0]?.startsWith(`${HOME}/activate?token=`);
    return isHome && !mail.includes('evil') ? [] : [links.join(' ') || 'a mail without a link'];
  });
  return {
    measured: exceptions(wrong, mailbox.mails.length, 'mails pointed elsewhere'),
    holds: wrong.length === 0 && mailbox.mails.length === taken && taken >= MAILS,
  };
}

/** One forged header, or all at once. */
function forgedHeaders(n: number): Record<string, string> {
  const all: Record<string, string>[] = [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example' },
    { host: 'home.example@evil.example' },
    { 'x-forwarded-host': 'evil.example, home.example', 'x-forwarded-proto': 'http' },
    { forwarded: 'host=evil.example;proto=http' },
    { host: 'evil.example:80', 'x-forwarded-port': '6666', 'x-forwarded-server': 'evil.example' },
    { origin: 'https://evil.example', referer: 'https://evil.example/' },
    { 'x-original-url': 'https://evil.example/', 'x-rewrite-url': '//evil.example' },
  ];
  return n % 9 === 8 ? Object.assign({}, ...all) : (all[n % all.length] ?? {});
}
