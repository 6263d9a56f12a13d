import { CONTRACT } from '@onus/contract/operation/headers';
import { v7 as uuid } from 'uuid';
import { reportUnsaved } from '../enqueue.ts';
import type { Queued } from '../operation.ts';
import { pump } from '../pump.ts';
import { putRows } from '../rows.ts';
import { hide, show, tellOtherTabs } from '../state.ts';

/** Sends a refused operation again under a new id, because the server repeats its verdict on the old one. */
export async function tryAgain(operation: Queued, input: Queued['input'] = operation.input): Promise<void> {
  const { refusal: _refusal, ...fields } = operation;
  const renewed = { ...fields, input, op: uuid(), at: Date.now(), v: CONTRACT } as Queued;
  hide(operation.op);
  show(renewed);
  try {
    await putRows([renewed]);
  } catch {
    hide(renewed.op);
    show(operation);
    return reportUnsaved();
  }
  tellOtherTabs(operation.user);
  pump();
}
