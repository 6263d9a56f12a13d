import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A real mail server, with what it received. */
export interface Mailbox {
  /** For SMTP_URL. */
  url: string;
  /** Headers and text, long lines put together again. */
  mails: string[];
  close(): Promise<void>;
}

/** @param login what the sender must say, if anything. */
export async function openMailbox(login?: { user: string; password: string }): Promise<Mailbox> {
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
      void text(stream).then(raw => {
        mails.push(decoded(raw));
        done();
      });
    },
  });
  // A sender that is killed in the middle of a mail is no fault of the mailbox.
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
