import type { AppRouter } from '@onus/api/root';
import { EPOCH_HEADER, EVENT_HEADER } from '@onus/contract/operation/headers';
import type { TRPCClientError } from '@trpc/client';
import { awaitResponse, epoch, reached } from './connection.ts';

/** The codes of rule 18 for a call that got no response from Onus itself. */
type Failure = 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR';

/** A call that got no response from Onus itself. The message is the sentence that the user reads. */
export class NoAnswer extends Error {
  readonly code: Failure;
  /** The HTTP status of a proxy in front of the server; undefined without a response. */
  readonly status: number | undefined;

  constructor(code: Failure, message: string, status?: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const AWAY = 'The server cannot be reached. Check your connection and try again.';
const BUSY = 'The server is not available at the moment. Try again shortly.';
const LATE = 'The server took too long to respond. Try again.';
const UNREADABLE = 'The server sent a response that cannot be read. Try again.';
const TOO_MANY = 'Too many attempts. Wait a minute and try again.';

/**
 * `fetch` for calls of procedures. Any other response fails with a readable sentence instead of the browser's "Failed to
 * fetch" or "Unexpected token <". A query may be asked again, so it has a time limit.
 * @throws NoAnswer, or an AbortError if the caller aborted.
 */
export async function fetchAnswer(input: RequestInfo | URL, init: Init = {}) {
  const signal = init.method === 'GET' ? inTime(init.signal) : init.signal;
  const noteResponse = awaitResponse();
  const response = await fetch(input, { ...init, signal: signal ?? null }).catch(refuse);
  noteResponse();
  noteHeaders(response);
  return { ok: response.ok, json: () => answerOf(response) };
}

/** What a response of the server says beside its content: the time, the epoch, and the last change event. */
export function noteHeaders({ headers }: Response): void {
  ahead = Date.parse(headers.get('date') ?? '') - Date.now() || 0;
  const heard = headers.get(EPOCH_HEADER);
  if (heard) epoch.set(heard);
  firstEvent ??= headers.get(EVENT_HEADER);
}

/** The server's time in epoch milliseconds, by its last response. The clock of a device may be hours ahead or behind. */
export function serverTime(): number {
  return Date.now() + ahead;
}

let ahead = 0;

/** The id of the last change event before this page had a token, and so before its lists; null if it is not known. */
export function firstEventId(): string | null {
  return firstEvent;
}

let firstEvent: string | null = null;

/** Milliseconds. A connection may die without a sign, and a browser alone would wait for it for minutes. */
export const PATIENCE = 20_000;

/** The same with the time limit, for calls that are safe to repeat. */
export function fetchInTime(input: RequestInfo | URL, init: Init = {}) {
  return fetchAnswer(input, { ...init, signal: inTime(init.signal) });
}

/** Aborts when the caller does, or when the time is over. */
function inTime(signal: Init['signal']): AbortSignal {
  const limit = AbortSignal.timeout(PATIENCE);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

/** Whether the server knows no such object, or the person may not see it. Asking again does not help. */
export function isGone(error: unknown): boolean {
  return dataOf(error)?.code === 'NOT_FOUND';
}

/** What the server says of a call that it refused, through either client. */
export function dataOf(error: unknown): TRPCClientError<AppRouter>['data'] | undefined {
  return error instanceof Error && 'data' in error ? (error as TRPCClientError<AppRouter>).data : undefined;
}

/** The code with which the server refused a call. */
export function reasonOf(error: unknown): string | undefined {
  return dataOf(error)?.reason;
}

/** The options that the tRPC client passes. */
type Init = Omit<RequestInit, 'signal'> & { signal?: AbortSignal | null | undefined };

async function answerOf(response: Response): Promise<unknown> {
  const answer: unknown = await response.json().catch(error => {
    if (error instanceof SyntaxError) throw instead(response.status);
    return refuse(error);
  });
  if ([answer].flat().every(isOfProcedure)) return answer;
  throw instead(response.status, answer);
}

/** Every browser reports a failed connection as a TypeError. Other errors pass through. */
function refuse(error: unknown): never {
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  if (!isLate && !(error instanceof TypeError)) throw error;
  reached.set(false);
  if (isLate) throw new NoAnswer('TIMEOUT_ERROR', LATE);
  throw new NoAnswer('FETCH_ERROR', AWAY);
}

/** Uses the message of the response, if it has one: the server refuses a body that is too large before any procedure. */
function instead(status: number, answer?: unknown): NoAnswer {
  const said = isObject(answer) && status >= 400 ? answer.message : undefined;
  if (typeof said === 'string') return new NoAnswer('PARSING_ERROR', said, status);
  if (status === 408 || status === 504) return new NoAnswer('TIMEOUT_ERROR', LATE, status);
  return new NoAnswer('PARSING_ERROR', SENTENCES[status] ?? UNREADABLE, status);
}

const SENTENCES: Record<number, string> = { 429: TOO_MANY, 502: BUSY, 503: BUSY };

function isOfProcedure(answer: unknown): boolean {
  return isObject(answer) && ('result' in answer || 'error' in answer);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
