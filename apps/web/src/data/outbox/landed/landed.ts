import { createLazyModule } from '../../../lib/lazy-module.ts';
import { epoch } from '../../connection.ts';
import { landedRows } from '../rows.ts';

/**
 * Keeps applied operations for a while, for a server that is restored from a backup. @returns a function that stops it.
 */
export function keepLanded(user: string): () => void {
  let [isOver, stop] = [false, () => {}];
  async function check(): Promise<void> {
    if ((await landedRows(user, 0)).length === 0) return;
    const { resendLanded } = await module.fetch();
    stop();
    if (!isOver) stop = resendLanded(user);
  }
  const start = () => void check().catch(() => {});
  start();
  const { unsubscribe } = epoch.subscribe(start);
  return () => {
    isOver = true;
    unsubscribe();
    stop();
  };
}

const module = createLazyModule(() => import('./resend.ts'));
