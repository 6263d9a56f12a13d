import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('a port can be listened to, and is reserved against other processes', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const other = createSocket('udp4');
  other.bind(port, '127.0.0.1');
  await expect(once(other, 'listening')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  server.close();
  other.close();
});
