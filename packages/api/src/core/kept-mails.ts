import { readFileSync, rmSync } from 'node:fs';
import { replaceFile } from '@onus/db/durable';
import type { Services } from './context.ts';
import type { Mail } from './mail.ts';

interface Kept {
  mails: Mail[];
  /** Epoch milliseconds. */
  at: number;
}

type Mailing = Pick<Services, 'mailer' | 'sealing' | 'clock'>;

/** Milliseconds. After that a link to set a new password has ended. */
const KEPT_FOR = 3_600_000;
/** A mail server that is down for long must not fill the disk. */
const MOST = 200;
/** The emails are sealed for no account. */
const OWNER = 'emails';

/** Leaves emails that wait for another try to the next start, encrypted: they have links that set a password. */
export function keepMails({ mailer, sealing, clock }: Mailing, file: string): void {
  const mails = mailer?.stop().slice(-MOST) ?? [];
  if (mails.length === 0) return;
  const kept: Kept = { mails, at: clock() };
  replaceFile(file, sealing.seal(Buffer.from(JSON.stringify(kept)), OWNER));
}

/** Sends what an earlier server left, once: the file is removed first. */
export function sendKeptMails({ mailer, sealing, clock }: Mailing, file: string): void {
  for (const mail of take(sealing, file, clock())) void mailer?.send(mail);
}

function take(sealing: Mailing['sealing'], file: string, now: number): Mail[] {
  try {
    const bytes = sealing.open(readFileSync(file, 'utf8'), OWNER);
    rmSync(file);
    const kept: Kept | null = bytes && JSON.parse(Buffer.from(bytes).toString());
    return kept && now - kept.at < KEPT_FOR ? kept.mails : [];
  } catch {
    // Usually there is none. One that cannot be removed is not sent, as it would be sent at every start.
    return [];
  }
}
