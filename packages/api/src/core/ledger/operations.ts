import { operationsIn } from '@onus/contract/operation/headers';
import { idempotencyKey, operationId } from '@onus/contract/operation/operation';
import { DomainError } from '../errors.ts';
import { firstMessage } from '../input-error.ts';

/** The operation that a call carries out, as its request names it. */
export interface Claim {
  id: string;
  /** Of a REST key: what the request asks for. The same key for anything else is refused. */
  seal: string | null;
}

/** What a request says of the operations that its calls carry out. */
export interface Operations {
  /**
   * The operation of a call. @param place of the call in its batch.
   * @throws DomainError BAD_REQUEST for an id that cannot be read.
   */
  of(place: number): Claim | null;
  /**
   * Runs the calls of a request that names operations one after the other, and none behind one without a verdict.
   * @param hasVerdict whether the result of a call lets the next one run.
   * @returns null for a call that was not tried.
   */
  inOrder<Result>(
    call: () => Promise<Result>,
    hasVerdict: (result: Result) => boolean,
  ): Promise<Result | null>;
}

/** Of a request that names no operation, and of a socket, where a call cannot carry one. */
export const NO_OPERATIONS: Operations = { of: () => null, inOrder: call => call() };

/** The operations that the header of a tRPC request names. */
export function operationsOfHeader(header: string): Operations {
  const ids = operationsIn(header);
  return {
    of(place) {
      const id = ids[place];
      if (id === undefined)
        throw new DomainError('BAD_REQUEST', 'The header names fewer operations than calls');
      return id === null ? null : { id: readable(operationId, id), seal: null };
    },
    inOrder: ordered(),
  };
}

/** The operation of a REST write. */
export interface KeyOperation extends Operations {
  readonly claim: Claim;
  /** Whether a mutation has carried it out, or refused to. */
  isTaken(): boolean;
}

/** The operation behind the key of a REST write. */
export function operationOfKey(key: string, seal: string): KeyOperation {
  const claim = { id: readable(idempotencyKey, key), seal };
  let isTaken = false;
  return {
    ...NO_OPERATIONS,
    claim,
    of() {
      isTaken = true;
      return claim;
    },
    isTaken: () => isTaken,
  };
}

function ordered(): Operations['inOrder'] {
  let before = Promise.resolve(true);
  return (call, hasVerdict) => {
    const result = before.then(shouldRun => (shouldRun ? call() : null));
    before = result.then(
      done => done !== null && hasVerdict(done),
      () => false,
    );
    return result;
  };
}

function readable(schema: typeof operationId | typeof idempotencyKey, id: string): string {
  const { data, error } = schema.safeParse(id);
  if (error) throw new DomainError('BAD_REQUEST', firstMessage(error));
  return data.toLowerCase();
}
