import type { AppRouter } from '@onus/api/root';
import { BATCH_CALLS } from '@onus/contract/limits/batch';
import { OPERATIONS_HEADER, operationsHeader } from '@onus/contract/operation/headers';
import { isVerdict } from '@onus/contract/operation/verdict';
import { createTRPCUntypedClient, httpBatchLink } from '@trpc/client';
import { dataOf, fetchInTime, NoAnswer } from '../fetch.ts';
import { headersFor } from '../session/call-headers.ts';
import type { Queued } from './operation.ts';

/** The server's response to one operation. Without a verdict the operation is sent again. */
export type Answer =
  | { verdict: 'done'; result: unknown }
  | { verdict: 'refused'; error: Error }
  | { verdict: 'none'; error: Error; isOfSession: boolean; waitMs: number };

/** A client of its own, so that no call of `auth` shares a request with operations. */
const client = createTRPCUntypedClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/trpc',
      fetch: fetchInTime,
      maxItems: BATCH_CALLS,
      headers: ({ opList }) => ({
        ...headersFor(opList[0].context.token as string),
        [OPERATIONS_HEADER]: operationsHeader(opList.map(({ context }) => String(context.op))),
      }),
    }),
  ],
});

/** The oldest operations, as many as fit into one request. */
export function nextBatch(waiting: readonly Queued[]): readonly Queued[] {
  let size = 0;
  const batch = waiting.slice(0, BATCH_CALLS);
  const end = batch.findIndex(({ input }) => {
    size += JSON.stringify(input).length;
    return size > BATCH_LENGTH;
  });
  return end < 0 ? batch : batch.slice(0, Math.max(1, end));
}

/** Characters of input in one request. With four bytes each they stay below the limit of a body. */
const BATCH_LENGTH = 50_000;

/** @param token of the person who made the operations. @returns the answers in the order of the operations. */
export async function send(batch: readonly Queued[], token: string): Promise<Answer[]> {
  const calls = batch.map(({ op, path, input }) => client.mutation(path, input, { context: { op, token } }));
  const answers = await Promise.allSettled(calls);
  return answers.map(answer =>
    answer.status === 'fulfilled' ? { verdict: 'done', result: answer.value } : judged(answer.reason, batch),
  );
}

function judged(error: Error, batch: readonly Queued[]): Answer {
  const data = dataOf(error);
  if (data && isVerdict(data.reason, data.httpStatus)) return { verdict: 'refused', error };
  // A proxy refuses a whole request. If the request has one operation, the refusal is about that one, but for those of a
  // proxy that has lost its server.
  const { cause } = error;
  const status = cause instanceof NoAnswer ? (cause.status ?? 0) : 0;
  if (batch.length === 1 && ![403, 404].includes(status) && isVerdict(undefined, status)) {
    return { verdict: 'refused', error };
  }
  const isOfSession = data?.httpStatus === 403 || data?.httpStatus === 401;
  return { verdict: 'none', error, isOfSession, waitMs: (data?.retryAfter ?? 0) * 1000 };
}
