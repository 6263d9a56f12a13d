import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text only. */
  text: string;
  /** With angle brackets. Another sending of the same mail has the same one. */
  messageId?: string;
  headers?: Record<string, string>;
}

export interface Mailer {
  /** Ends when the mail was handed over or given up. It never fails: no call depends on a mail. */
  send(mail: Mail): Promise<void>;
  /** One try. Null when the mail server took it, else why it did not: for an Admin who tests the setting. */
  try(mail: Mail): Promise<string | null>;
  /** From now on `send` tries nothing again. @returns what it has not handed over yet: a next server can send that. */
  stop(): Mail[];
  /** Whom mails are from, as MAIL_FROM says. */
  readonly from: string;
  /** The mail server that takes them. */
  readonly host: string;
}

export interface MailSettings {
  /** smtp://user:password@host:port or smtps://… */
  url: string;
  from: string;
  /** Hears why a mail was given up; never its text, which holds a secret. */
  onFailure: (reason: string) => void;
  /** Milliseconds before each further try. */
  retries?: readonly number[];
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export function createMailer({ url, from, onFailure, retries = [2_000, 15_000] }: MailSettings): Mailer {
  const transport = createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true });

  /** @returns null when the mail server took it. */
  async function once(mail: Mail): Promise<Failure | null> {
    try {
      // As an object: a string would be read as a list of addresses.
      await transport.sendMail({ from, ...mail, to: { name: '', address: mail.to } });
      return null;
    } catch (error) {
      return { reason: reasonOf(error), isFinal: isFinal(error) };
    }
  }

  const waiting = new Set<Mail>();
  let isStopped = false;

  async function attempt(mail: Mail, delays: readonly number[]): Promise<void> {
    if (isStopped) return;
    const failure = await once(mail);
    if (!failure) return;
    const [delay, ...later] = delays;
    if (delay === undefined || failure.isFinal) return onFailure(failure.reason);
    // Stopping the server does not wait for a mail.
    await wait(delay, undefined, { ref: false });
    await attempt(mail, later);
  }

  return {
    from,
    host: new URL(url).hostname,
    async send(mail) {
      const sent = { messageId: newMessageId(from), ...mail };
      waiting.add(sent);
      await attempt(sent, retries);
      if (!isStopped) waiting.delete(sent);
    },
    try: async mail => (await once(mail))?.reason ?? null,
    stop() {
      isStopped = true;
      return [...waiting];
    },
  };
}

/** The mail server may have taken a mail whose response was lost: the second copy can be recognized. */
function newMessageId(from: string): string {
  return `<${randomUUID()}@${/@([\w.-]+)[^@]*$/.exec(from)?.[1] ?? 'onus'}>`;
}

interface Failure {
  reason: string;
  /** Whether another try would fail too. */
  isFinal: boolean;
}

/** A code from 500 on says that the mail server will never take this mail, as from this sender or to this address. */
function isFinal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
}
