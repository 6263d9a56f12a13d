import { createAtom } from '@tanstack/react-store';
import { knowTime, timeNow } from '../time-now.ts';

/** When the request for the data of a query started, in epoch milliseconds. */
const times = new WeakMap<object, number>();

/** 0 for data that this browser never requested: all operations are folded into it. */
export function requestTimeOf(data: object | undefined): number {
  return (data && times.get(data)) ?? 0;
}

export function isRequested(data: unknown): data is object {
  return typeof data === 'object' && data !== null && times.has(data);
}

export function noteRequestTime(data: object, time: number): void {
  knowTime(time);
  times.set(data, time);
  if (isTelling) return;
  isTelling = true;
  setTimeout(() => {
    isTelling = false;
    responses.set(count => count + 1);
  });
}

/** Changes with each response, once for those that come together. */
export const responses = createAtom(0);
let isTelling = false;

/** The start of the current fetch of each query, by its hash, in epoch milliseconds. */
const fetches = new Map<string, number>();

export function noteFetch(queryHash: string): void {
  fetches.set(queryHash, timeNow());
}

/** 0 if this page has not fetched the query. */
export function fetchTimeOf(queryHash: string): number {
  return fetches.get(queryHash) ?? 0;
}
