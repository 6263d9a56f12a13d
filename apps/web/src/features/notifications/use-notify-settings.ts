import type { UpdateNotify } from '@onus/contract/notify/settings';
import { trpc } from '../../data/trpc.ts';

/** The settings, and how to change a part of them: a change shows at once, and again as it was if it is refused. */
export function useNotifySettings() {
  const { notify } = trpc.useUtils();
  const settings = trpc.notify.settings.useQuery();
  const update = trpc.notify.update.useMutation({
    async onMutate({ kinds = {}, ...changed }) {
      await notify.settings.cancel();
      notify.settings.setData(
        undefined,
        current => current && { ...current, ...changed, kinds: { ...current.kinds, ...kinds } },
      );
    },
    onSettled: () => notify.settings.invalidate(),
  });
  return {
    settings: settings.data,
    loading: settings.error,
    retry: () => void settings.refetch(),
    change: (changed: UpdateNotify) => update.mutate(changed),
    refused: update.error,
  };
}
