import type { MessageRow } from '@onus/contract/fold/chat';
import type { ItemRow } from '@onus/contract/fold/item-row';
import { OPERATIONS_HEADER, operationsHeader } from '@onus/contract/operation/headers';
import { isVerdict } from '@onus/contract/operation/verdict';
import { type Calls, callsOf } from '../../../lib/client/trpc-client.ts';
import type { Random } from '../../../lib/seeded-random.ts';
import type { OfflineCall } from './model.ts';

/** A person with a device, and the thread they write to. */
export interface Person {
  id: string;
  username: string;
  token: string;
  thread: string;
}

/** What a device learns of one call. */
export type Response =
  | { verdict: 'done'; result: string }
  | { verdict: 'refused'; message: string }
  | { verdict: 'none' };

interface Call {
  op: string;
  path: string;
  input: object;
}

/** The way from a device to the server. */
export interface Transport {
  /** The responses in the order of the calls; none of them when the request or its response is lost. */
  send<Sent extends Call & OfflineCall>(person: Person, batch: readonly Sent[]): Promise<readonly Response[]>;
  /** Null when the network is down. */
  lists(person: Person): Promise<{ items: ItemRow[]; messages: MessageRow[] } | null>;
}

/** Shares of requests and of responses that are lost, from 0 to 1. */
const LOST = 0.25;

/**
 * Real requests to the shipped server, of which some are lost on their way and some on the way back.
 * @param heard what the server has answered, also where the device never learns it.
 * @param hasLedger whether requests name their operations: without that the server repeats them.
 */
export function lossyTransport(
  url: string,
  random: Random,
  heard: (call: Call & OfflineCall, response: Response) => void,
  hasLedger: boolean,
): Transport {
  const isLost = () => random(1_000) < LOST * 1_000;
  const calls = new Map<string, Calls>();
  return {
    async send(person, batch) {
      const [isRequestLost, isResponseLost] = [isLost(), isLost()];
      if (isRequestLost) return [];
      const responses = await post(url, person, batch, hasLedger).catch(() => []);
      for (const [place, response] of responses.entries()) {
        const call = batch[place];
        if (call) heard(call, response);
      }
      return isResponseLost ? [] : responses;
    },
    async lists({ token, thread }) {
      if (isLost()) return null;
      const mine = calls.get(token) ?? callsOf(url, token);
      calls.set(token, mine);
      const [list, messages] = await Promise.all([
        mine.grocery.list.query(),
        mine.chat.messages.query({ conversationId: thread, limit: 100 }),
      ]);
      return { items: list, messages: messages.items.toReversed() };
    },
  };
}

/** One batch, as `httpBatchLink` of tRPC sends it. */
async function post(
  url: string,
  { token }: Person,
  batch: readonly Call[],
  hasLedger: boolean,
): Promise<Response[]> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  if (hasLedger) headers[OPERATIONS_HEADER] = operationsHeader(batch.map(({ op }) => op));
  const paths = batch.map(({ path }) => path).join(',');
  const body = JSON.stringify(Object.fromEntries(batch.map(({ input }, place) => [place, input])));
  const response = await fetch(`${url}/trpc/${paths}?batch=1`, { method: 'POST', headers, body });
  return ((await response.json()) as Answered[]).map(responseOf);
}

type Answered =
  | { result: { data: unknown } }
  | { error: { message: string; data: { reason?: string; httpStatus: number } } };

function responseOf(answered: Answered): Response {
  if ('result' in answered) return { verdict: 'done', result: JSON.stringify(answered.result.data ?? null) };
  const { message, data } = answered.error;
  return isVerdict(data.reason, data.httpStatus) ? { verdict: 'refused', message } : { verdict: 'none' };
}
