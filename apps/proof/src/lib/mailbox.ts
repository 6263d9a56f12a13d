import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A real mail server that keeps the received emails. */
export interface Mailbox {
  /** For SMTP_URL. */
  url: string;
  /** Headers and text, with long lines joined again. */
  mails: string[];
  close(): Promise<void>;
}

/**
 * @param login the credentials that the sender must use, if any.
 * @param delay milliseconds from taking an email to the response.
 */
export async function openMailbox(login?: { user: string; password: string }, delay = 0): Promise<Mailbox> {
  const mails: string[] = [];
  const server = new SMTPServer({
    logger: false,
    authOptional: !login,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.password
        ? done(null, { user: username })
        : done(new Error('Wrong login')),
    onData(stream, _session, done) {
      void text(stream).then(
        raw => {
          mails.push(decoded(raw));
          if (delay > 0) setTimeout(done, delay);
          else done();
        },
        // The sender was killed in the middle of an email. No one waits for a response.
        () => {},
      );
    },
  });
  // A sender that is killed during an email is not an error of the mailbox.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `smtp://${login ? `${login.user}:${login.password}@` : ''}127.0.0.1:${port}`,
    mails,
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}

/** Quoted-printable, as mail writes long lines. */
function decoded(raw: string): string {
  return raw
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
