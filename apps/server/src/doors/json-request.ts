import { DomainError } from '@onus/api/errors';
import type { FastifyRequest } from 'fastify';
import type { Counted, RestRequest } from '../rest/row.ts';

type Fields = Record<string, unknown>;

/** What a row of the REST table is given of a request. */
export function restRequest(request: FastifyRequest): RestRequest {
  return {
    fields: fieldsOf(request),
    params: request.params as Record<string, string>,
    query: request.query as Fields,
    id: idOf(request),
  };
}

/**
 * A list as it is answered: with the number of all its rows where it is asked for in pages. Pages are
 * json-server's: ten rows unless `_limit` says otherwise, the first unless `_page` does.
 */
export function pageOf(found: unknown, { query }: FastifyRequest): Counted {
  if (!Array.isArray(found)) return found as Counted;
  const { _page, _limit } = query as Fields;
  if (_page === undefined && _limit === undefined) return { rows: found, total: found.length };
  const limit = _limit === undefined ? 10 : Number(_limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    throw new DomainError('BAD_REQUEST', 'Limit must be from 1 to 100');
  }
  const start = (Math.max(1, Number.parseInt(String(_page ?? 1), 10) || 1) - 1) * limit;
  return { rows: found.slice(start, start + limit), total: found.length };
}

/** The fields of a JSON body, bare or wrapped in `data` (decision 6). */
function fieldsOf({ body }: FastifyRequest): Fields {
  if (body === undefined || body === null) return {};
  if (!isFields(body)) throw new DomainError('BAD_REQUEST', 'The body must be a JSON object');
  return isFields(body.data) ? body.data : body;
}

/** The id a request names in its body, its query or its path; empty when it names none. */
function idOf(request: FastifyRequest): string {
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
