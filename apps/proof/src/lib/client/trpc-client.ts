import type { AppRouter } from '@onus/api/root';
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';

/** The procedures over HTTP, one request each. */
export type Calls = ReturnType<typeof callsOf>;

export function callsOf(url: string, token = '') {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${url}/trpc`, headers })] });
}

export interface Refusal {
  status: number;
  message: string;
}

/** How the server refused a call; null when no response came. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof RestRefusal) return error;
  if (!(error instanceof TRPCClientError)) return null;
  const status = error.data?.httpStatus;
  return typeof status === 'number' ? { status, message: error.message } : null;
}

/** One request to the REST API; returns the raw body. @throws RestRefusal, or the error of fetch */
export async function rest(
  { url, token }: { url: string; token: string },
  method: string,
  path: string,
  fields?: Record<string, unknown>,
): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, body: fields ? JSON.stringify(fields) : null });
  const body = await response.text();
  if (!response.ok) throw new RestRefusal(response.status, body);
  return body;
}

class RestRefusal extends Error {
  readonly status: number;

  constructor(status: number, body: string) {
    super(body);
    this.status = status;
  }
}
