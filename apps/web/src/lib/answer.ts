/** The names that spec section 8 has for a call that brought no answer of the server's own. */
type Failure = 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR';

/** No answer of the server's own; the message is the sentence that a user reads. */
export class NoAnswer extends Error {
  readonly code: Failure;
  /** What whatever stands before the server said in its place. */
  readonly status: number | undefined;

  constructor(code: Failure, message: string, status?: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const AWAY = 'The server cannot be reached. Check your connection and try again.';
const BUSY = 'The server is not available at the moment. Try again shortly.';
const LATE = 'The server took too long to answer. Try again.';
const UNREADABLE = 'The server gave an answer that cannot be read. Try again.';
const TOO_MANY = 'Too many attempts. Wait a minute and try again.';

/**
 * `fetch` for calls of procedures. What is no answer of a procedure fails with a sentence, where the
 * browser's own words would be "Failed to fetch" or "Unexpected token <".
 * @throws NoAnswer, or the AbortError of the caller that gave up waiting.
 */
export async function fetchAnswer(input: RequestInfo | URL, init: Init = {}) {
  const response = await fetch(input, { ...init, signal: init.signal ?? null }).catch(refuse);
  return { ok: response.ok, json: () => answerOf(response) };
}

/** As the client of tRPC hands it over. */
type Init = Omit<RequestInit, 'signal'> & { signal?: AbortSignal | null | undefined };

async function answerOf(response: Response): Promise<unknown> {
  const answer: unknown = await response.json().catch(error => {
    if (error instanceof SyntaxError) throw instead(response.status);
    return refuse(error);
  });
  if ([answer].flat().every(isOfProcedure)) return answer;
  throw instead(response.status, answer);
}

/** A connection that fails is a TypeError in every browser; anything else is not ours to word. */
function refuse(error: unknown): never {
  throw error instanceof TypeError ? new NoAnswer('FETCH_ERROR', AWAY) : error;
}

/** The server's own words where it says any, as it does of a body that no procedure gets to see. */
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
