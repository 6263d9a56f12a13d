import { forgetLines, useComingLines } from '../../../data/outbox/lines.ts';
import { pumpNow } from '../../../data/outbox/pump.ts';
import { tryAgain } from '../../../data/outbox/refused/try-again.ts';
import { isMemoryOnly } from '../../../data/outbox/rows.ts';
import { forget } from '../../../data/outbox/state.ts';
import { useOpenChanges } from '../../../data/outbox/use-outbox.ts';
import { useCurrentUser } from '../../../data/session/session.ts';

/** What a logout would lose or leave behind: changes that are not sent, and lines that are not stored yet. */
export function useUnsent() {
  const { id } = useCurrentUser();
  const { waiting, refused } = useOpenChanges();
  const coming = waiting.length + useComingLines(id);
  // Where nothing is stored, the refused ones end with the tab.
  const lost = isMemoryOnly() ? refused : [];

  async function send(): Promise<void> {
    for (const operation of lost) await tryAgain(operation);
    pumpNow();
  }

  async function discard(): Promise<void> {
    forgetLines(id);
    for (const operation of [...waiting, ...lost]) await forget(operation);
  }

  return {
    count: coming + lost.length,
    isSent: coming === 0,
    refused: refused.length,
    lost: lost.length,
    send,
    discard,
  };
}
