import type { UpdateNotify } from '@onus/contract/notify/inputs';
import { withChanges } from '@onus/contract/notify/settings';
import { useRef, useState } from 'react';
import { trpc } from '../../data/trpc.ts';

const NOTHING: UpdateNotify = {};

/** The settings, and how to change a part of them: a change shows at once, and is taken back if it is refused. */
export function useNotifySettings() {
  const { notify } = trpc.useUtils();
  const { data, error, refetch } = trpc.notify.settings.useQuery();
  const update = trpc.notify.update.useMutation();
  /** What the user has changed and the list of settings may not have yet. */
  const [unsaved, setUnsaved] = useState(NOTHING);
  const saving = useRef(0);

  async function change(changed: UpdateNotify): Promise<void> {
    setUnsaved(before => ({ ...before, ...changed, kinds: { ...before.kinds, ...changed.kinds } }));
    saving.current += 1;
    await update.mutateAsync(changed).catch(() => {});
    saving.current -= 1;
    if (saving.current > 0) return;
    await notify.settings.invalidate();
    // The user may have gone on in between.
    if (saving.current === 0) setUnsaved(NOTHING);
  }

  return {
    settings: data && withChanges(data, unsaved),
    loading: error,
    retry: () => refetch(),
    change: (changed: UpdateNotify) => void change(changed),
    refused: update.error,
  };
}
