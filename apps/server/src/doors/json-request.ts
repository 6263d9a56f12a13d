import { DomainError } from '@onus/api/errors';
import { servedPageInput, sliceOf } from '@onus/contract/served';
import type { FastifyRequest } from 'fastify';
import type { Counted, RestRequest } from '../rest/row.ts';
import { LongList } from './long-list.ts';

type Fields = Record<string, unknown>;

/** What a row of the REST table is given of a request. */
export function restRequest(request: FastifyRequest): RestRequest {
  const fields = fieldsOf(request);
  const query = request.query as Fields;
  const params = request.params as Record<string, string>;
  return { fields, params, query, id: idOf(fields, query, params) };
}

/** A list as it is answered: whole, or the page that is asked for, with the number of all its rows. */
export async function pageOf(found: unknown, { query }: FastifyRequest): Promise<Counted> {
  const isLong = found instanceof LongList;
  if (!isLong && !Array.isArray(found)) return found as Counted;
  const { _page: page, _limit: limit } = query as Fields;
  const asked = servedPageInput.safeParse({ page, limit });
  if (!asked.success) throw new DomainError('BAD_REQUEST', asked.error.issues[0]?.message ?? '');
  if (isLong) {
    const isPart = asked.data.page !== undefined || asked.data.limit !== undefined;
    return isPart
      ? found.page(asked.data.page ?? 1, asked.data.limit ?? sliceOf(asked.data).limit)
      : found.whole();
  }
  const { offset, limit: size } = sliceOf(asked.data, found.length);
  return { rows: found.slice(offset, offset + size), total: found.length };
}

/** The fields of a JSON body, bare or wrapped in `data` (decision 6). */
function fieldsOf({ body }: FastifyRequest): Fields {
  if (body === undefined || body === null) return {};
  if (!isFields(body)) throw new DomainError('BAD_REQUEST', 'The body must be a JSON object');
  return isFields(body.data) ? body.data : body;
}

/** The id a request names in its body, its query or its path; empty when it names none. */
function idOf(fields: Fields, query: Fields, params: Fields): string {
  const given = [fields.id, fields._id, query.id, params.id].filter(id => id !== undefined);
  const [id = '', ...others] = given.flat().map(String);
  if (others.some(other => other !== id)) {
    throw new DomainError('BAD_REQUEST', 'Id in the body and in the address differ');
  }
  return id;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
