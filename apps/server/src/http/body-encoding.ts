import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Bodies are read as they come, in UTF-8: one in another coding would be read wrong, and stored so. */
export function refuseCodedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, reply, done) => {
    const message = hasBody(headers) ? refusalOf(headers) : null;
    if (message === null) return done();
    void reply.code(415).header('accept-encoding', 'identity').send({ message, code: 'BAD_REQUEST' });
  });
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

function refusalOf(headers: IncomingHttpHeaders): string | null {
  const { 'content-encoding': content = '', 'transfer-encoding': transfer = '' } = headers;
  const isPlain = /^(?:identity)?$/i.test(content) && /^(?:chunked)?$/i.test(transfer);
  if (!isPlain) return 'The body must not be compressed';
  const [, charset = 'utf-8'] =
    /^application\/json\b.*;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '') ?? [];
  return /^(?:utf-?8|us-ascii)$/i.test(charset) ? null : 'The body must be in UTF-8';
}
