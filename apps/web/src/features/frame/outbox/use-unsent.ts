import { forgetLines, useComingLines } from '../../../data/outbox/lines.ts';
import { forget } from '../../../data/outbox/state.ts';
import { useOpenChanges } from '../../../data/outbox/use-outbox.ts';
import { useCurrentUser } from '../../../data/session/session.ts';

/** What a logout would lose or leave behind: changes that are not sent, and lines that are not stored yet. */
export function useUnsent() {
  const { id } = useCurrentUser();
  const { waiting } = useOpenChanges();
  const lines = useComingLines(id);

  async function discard(): Promise<void> {
    forgetLines(id);
    for (const operation of waiting) await forget(operation);
  }

  return { count: waiting.length + lines, discard };
}
