import { DomainError } from '@onus/api/core/errors';
import type { FastifyRequest } from 'fastify';
import type { RestRequest } from './row.ts';

type Fields = Record<string, unknown>;

/** What a row of the REST table is given of a request. */
export function restRequest(request: FastifyRequest): RestRequest {
  const fields = fieldsOf(request);
  const query = request.query as Fields;
  const params = request.params as Record<string, string>;
  return { fields, params, query, id: idOf(fields, query, params) };
}

/** The fields of a JSON body, bare or wrapped in `data` (rule 6). */
function fieldsOf({ body }: FastifyRequest): Fields {
  if (body === undefined || body === null) return {};
  if (!isFields(body)) throw new DomainError('BAD_REQUEST', 'The body must be a JSON object');
  return isFields(body.data) ? body.data : body;
}

/** The id a request names in its body, its query or its path; empty when it names none. */
function idOf(fields: Fields, query: Fields, params: Fields): string {
  // An address may repeat its `?id=`.
  const ids = [fields.id, fields._id, ...[query.id].flat(), params.id].filter(id => id !== undefined);
  if (!ids.every(isText)) throw new DomainError('BAD_REQUEST', 'Id must be text');
  const [id = '', ...others] = ids;
  if (others.some(other => other !== id)) {
    throw new DomainError('BAD_REQUEST', 'Id in the body and in the address differ');
  }
  return id;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
