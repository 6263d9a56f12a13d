import type { Context } from '@onus/api/core/context';
import { appRouter } from '@onus/api/root';
import { BUDGETS } from '@onus/contract/limits/budgets';
import {
  type AnyTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  type TRPCError,
  transformTRPCResponse,
} from '@trpc/server';
import { getHTTPStatusCode } from '@trpc/server/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { procedureNamesOf } from './procedure-names.ts';

/** Queries, or mutations, with JSON as input and as output: what browsers and programs send all the time. */
export interface PlainCalls {
  type: 'query' | 'mutation';
  names: string[];
  /** By the position of the call. */
  inputs: Record<number, unknown>;
  isBatch: boolean;
}

/** What they need of the options of tRPC's adapter. */
export interface Answering {
  context: Context;
  onError(error: TRPCError, path: string): void;
  headersOf(errors: TRPCError[]): Record<string, string>;
}

const PROCEDURES = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
const CONFIG = appRouter._def._config;
const TYPES: Record<string, PlainCalls['type']> = { GET: 'query', POST: 'mutation' };
const STREAM = 'application/jsonl';

/**
 * The calls of a request, if tRPC's adapter would find nothing wrong with it. It makes a web request and a web response of
 * each, which takes longer than most calls (docs/decisions/0030-plain-calls.md).
 * @returns null for any other request, which is left to the adapter.
 */
export function plainCallsOf(request: FastifyRequest): PlainCalls | null {
  const { method, url, headers, body } = request;
  const type = TYPES[method];
  if (!type || !isJson(headers, method) || url.includes('#')) return null;
  const names = procedureNamesOf(request);
  if (names.length > BUDGETS.batchCalls.most || !names.every(name => typeOf(name) === type)) return null;
  const query = new URLSearchParams(url.slice(`${url}?`.indexOf('?') + 1));
  const isKnown = (key: string) => key === 'batch' || (key === 'input' && type === 'query');
  if (![...query.keys()].every(isKnown)) return null;
  const isBatch = query.get('batch') === '1';
  if (names.length > 1 && !isBatch) return null;
  const inputs = inputsOf(type === 'query' ? query.get('input') : body, type, isBatch);
  return inputs && { type, names, inputs, isBatch };
}

/** Makes the calls and sends what tRPC's adapter would send. */
export async function answerPlainCalls(
  { type, names, inputs, isBatch }: PlainCalls,
  reply: FastifyReply,
  { context: ctx, onError, headersOf }: Answering,
): Promise<FastifyReply> {
  const errors: TRPCError[] = [];
  const answers = await Promise.all(
    names.map(async (path, batchIndex) => {
      const input = inputs[batchIndex];
      const getRawInput = async () => input;
      try {
        const signal = undefined;
        const data: unknown = await PROCEDURES[path]?.({ path, getRawInput, ctx, type, signal, batchIndex });
        return { result: { data } };
      } catch (cause) {
        const error = getTRPCErrorFromUnknown(cause);
        errors.push(error);
        onError(error, path);
        return { error: getTRPCErrorShape({ config: CONFIG, ctx, error, input, path, type }) };
      }
    }),
  );
  const [first] = answers;
  const sent = isBatch || !first ? answers : first;
  return reply
    .code(getHTTPStatusCode(answers))
    .headers({ vary: 'trpc-accept, accept', ...headersOf(errors) })
    .type('application/json')
    .send(JSON.stringify(transformTRPCResponse(CONFIG, sent)));
}

function isJson(headers: FastifyRequest['headers'], method: string): boolean {
  const { 'content-type': type, accept = '', 'trpc-accept': trpcAccept } = headers;
  if (trpcAccept !== undefined || accept.includes(STREAM)) return false;
  return type === undefined ? method === 'GET' : type.startsWith('application/json');
}

function typeOf(name: string): string | null {
  return Object.hasOwn(PROCEDURES, name) ? (PROCEDURES[name]?._def.type ?? null) : null;
}

/** Null if they cannot be read. Also for a mutation without a body, which cannot be either. */
function inputsOf(text: unknown, type: PlainCalls['type'], isBatch: boolean): PlainCalls['inputs'] | null {
  if (type === 'query' && !text) return {};
  if (typeof text !== 'string') return null;
  try {
    const input = JSON.parse(text);
    if (!isBatch) return { 0: input };
    return typeof input === 'object' && !Array.isArray(input) ? input : null;
  } catch {
    return null;
  }
}
