import { expect, test } from 'vitest';
import { operationsHeader, operationsIn } from './headers.ts';
import { idempotencyKey, madeAt, operation } from './operation.ts';
import { isVerdict } from './verdict.ts';

const OP = '019f1e2d-3c4b-7a59-8877-665544332211';
const stored = { op: OP, path: 'grocery.adjust', input: { id: 'x', by: 1 }, at: 1_780_000_000_000, v: 1 };

test('an operation is a typed call with an id of its own, the time it was made and a version', () => {
  expect(operation.parse(stored)).toEqual(stored);
  const bad = [{ op: 'x' }, { op: OP.replace('-7a', '-4a') }, { path: 'grocery' }, { v: 0 }, { at: -1 }];
  for (const part of bad) expect(operation.safeParse({ ...stored, ...part }).success).toBe(false);
});

test('a key of REST is a UUID of any version', () => {
  for (const key of [OP, '00000000-0000-0000-0000-000000000000', '11111111-2222-3333-4444-555555555555'])
    expect(idempotencyKey.parse(key)).toBe(key);
  expect(idempotencyKey.safeParse('milk').success).toBe(false);
});

test('the id says when it was made', () => {
  expect(madeAt(OP)).toBe(0x019f1e2d3c4b);
});

test('the header names one operation for each call, and none where a call has none', () => {
  expect(operationsHeader([OP, null, OP])).toBe(`${OP},,${OP}`);
  expect(operationsIn(operationsHeader([OP, null, OP]))).toEqual([OP, null, OP]);
  expect(operationsIn(` ${OP} , `)).toEqual([OP, null]);
  expect(operationsIn('')).toEqual([null]);
});

test.each([
  ['BAD_REQUEST', 400, true],
  ['FORBIDDEN', 403, true],
  ['CONFIRM_PASSWORD', 403, true],
  ['NOT_FOUND', 404, true],
  ['CONFLICT', 409, true],
  ['OPERATION_TOO_OLD', 400, true],
  ['OPERATION_REUSED', 422, true],
  ['UNAUTHORIZED', 401, false],
  ['TOKEN_EXPIRED', 403, false],
  ['TOKEN_INVALID', 403, false],
  ['SESSION_REVOKED', 403, false],
  ['INACTIVE', 403, false],
  ['NOT_TRIED', 425, false],
  ['TOO_MANY_REQUESTS', 429, false],
  ['INTERNAL_SERVER_ERROR', 500, false],
  ['SERVICE_UNAVAILABLE', 503, false],
  [undefined, 404, true],
  [undefined, 502, false],
])('%s with status %s is a verdict: %s', (code, status, is) => {
  expect(isVerdict(code, status)).toBe(is);
});
