import { useState } from 'react';
import { createLazyModule } from '../../lib/lazy-module.ts';
import type { LinkedRow } from '../../lib/words/links.ts';
import { LazyDialog, toastMissing } from '../status/lazy-view.tsx';

/** The action that copies the link to a task or an item. */
export function useRowLink(row: LinkedRow) {
  const [isShown, setShown] = useState(false);
  const copy = () =>
    code
      .fetch()
      .then(({ copyLink }) => copyLink(row))
      .then(done => setShown(!done), toastMissing);
  const close = () => setShown(false);
  const dialog = (
    <LazyDialog from={code} open={isShown} onClose={close}>
      {({ LinkDialog }) => isShown && <LinkDialog row={row} onClose={close} />}
    </LazyDialog>
  );
  return { copy: () => void copy(), near: code.near, dialog };
}

const code = createLazyModule(() => import('./copy-link.tsx'));
