import type { Queued } from '../../../data/outbox/operation.ts';
import { tryAgain } from '../../../data/outbox/refused/try-again.ts';
import { forget } from '../../../data/outbox/state.ts';
import { Button } from '../../../ui/form/button.tsx';
import { useDraft } from './drafts.ts';
import type { Unsent } from './unsent.ts';

/** The reason below a refused message, with Discard and Retry. */
export function UnsentNote({ message, operation }: { message: Unsent; operation: Queued }) {
  const { putBack } = useDraft(message.conversationId);

  function discard(): void {
    putBack(message.text);
    void forget(operation);
  }

  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-x-1 pt-1 text-danger text-small">
      <p className="px-2">Not sent. {operation.refusal}</p>
      <Button variant="plain" size="small" onClick={discard}>
        Discard
      </Button>
      <Button variant="quiet" size="small" onClick={() => void tryAgain(operation)}>
        Retry
      </Button>
    </div>
  );
}
