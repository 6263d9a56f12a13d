import type { FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds that a refused client has to end what it is sending. */
const PATIENCE = 2_000;

/**
 * For an answer that comes before the end of its request: what is still being sent is read and forgotten. Left
 * unread it would make the system reset the connection, and a proxy would make a 502 of an answer it never saw.
 */
export function readOn({ raw: request }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  reply.raw.shouldKeepAlive = true;
  reply.raw.once('finish', () => {
    setTimeout(() => request.complete || request.socket.destroy(), PATIENCE).unref();
  });
}
