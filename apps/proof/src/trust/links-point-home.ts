import { elsewhere, send } from '../door.ts';
import { exceptions } from '../figures.ts';
import { soon } from '../listening.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { onInstall, register } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen } from './promise.ts';

const HOME = 'https://home.example';
const MAILS = 50;
/** Some lies are refused at the door. */
const REQUESTS = 56;
/** A mailbox takes a few links an hour only, so the mails go to many. */
const PEOPLE = 25;

export const linksPointHome: Proof = {
  name: 'links-point-home',
  promise: 'Links in email point to this server',
  demanded: 'forged Host and X-Forwarded-Host: 0 of 50',
  short: true,
  async measure() {
    const mailbox = await openMailbox();
    try {
      const settings = { SMTP_URL: mailbox.url, PUBLIC_URL: HOME };
      return await onInstall(settings, server => mailed(server, mailbox));
    } finally {
      await mailbox.close();
    }
  },
};

async function mailed(server: Server, mailbox: Mailbox): Promise<Seen> {
  for (let n = 0; n < PEOPLE; n++) await register(server, `Person-${n}`);
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, (_, n) => {
      const body = { email: `person-${n % PEOPLE}@example.com` };
      const headers = { ...elsewhere(), ...lies(n) };
      const path = n % 3 === 0 ? '/trpc/auth.requestReset' : '/api/users/reset-password';
      return send(server.url, path, { body, headers });
    }),
  );
  const taken = answers.filter(({ status }) => status === 200).length;
  await soon(20_000, () => mailbox.mails.length >= taken);
  const wrong = mailbox.mails.flatMap(mail => {
    const links = [...mail.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(([link]) => link);
    const isHome = links.length === 1 && links[0]?.startsWith(`${HOME}/activate?token=`);
    return isHome && !mail.includes('evil') ? [] : [links.join(' ') || 'a mail without a link'];
  });
  return {
    measured: exceptions(wrong, mailbox.mails.length, 'mails pointed elsewhere'),
    kept: wrong.length === 0 && mailbox.mails.length === taken && taken >= MAILS,
  };
}

/** One way to lie about where this is, or all at once. */
function lies(n: number): Record<string, string> {
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
