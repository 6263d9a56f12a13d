import { DomainError } from '@onus/api/errors';
import type { FastifyRequest } from 'fastify';

type Fields = Record<string, unknown>;

/** The fields of a JSON body, bare or wrapped in `data` (decision 6). */
export function fieldsOf({ body }: FastifyRequest): Fields {
  if (body === undefined || body === null) return {};
  if (!isFields(body)) throw new DomainError('BAD_REQUEST', 'The body must be a JSON object');
  return isFields(body.data) ? body.data : body;
}

/** The id a request names in its body, its query or its path; empty when it names none. */
export function idOf(request: FastifyRequest): string {
  const fields = fieldsOf(request);
  const query = request.query as Fields;
  const params = request.params as Fields;
  const given = [fields.id, fields._id, query.id, params.id].filter(id => id !== undefined);
  if (given.some(other => other !== given[0])) {
    throw new DomainError('BAD_REQUEST', 'Id in the body and in the address differ');
  }
  return String(given[0] ?? '');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
