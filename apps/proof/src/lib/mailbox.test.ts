import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openMailbox } from './mailbox.ts';

test('a sender that ends in the middle of an email leaves the mailbox open', async () => {
  const mailbox = await openMailbox();
  const port = Number(new URL(mailbox.url).port);
  const send = async (lines: readonly string[]) => {
    const socket = connect(port, '127.0.0.1');
    for (const line of lines) {
      await once(socket, 'data');
      socket.write(line);
    }
    return socket;
  };
  const opening = ['HELO a\r\n', 'MAIL FROM:<a@example.com>\r\n', 'RCPT TO:<b@example.com>\r\n', 'DATA\r\n'];
  const cut = await send([...opening, 'Subject: half\r\n']);
  cut.destroy();
  const whole = await send([...opening, 'Subject: whole\r\n\r\ntext\r\n.\r\n']);
  await once(whole, 'data');
  whole.destroy();
  expect(mailbox.mails).toEqual(['Subject: whole\r\n\r\ntext\r\n']);
  await mailbox.close();
});
