import type { FastifyRequest } from 'fastify';

/** What a request at /trpc asks for, in its order. A batch separates the names by commas. They may be of no procedure. */
export function procedureNamesOf({ params }: FastifyRequest): string[] {
  return String((params as Record<string, unknown>).path).split(',');
}
