import { SHOPPING_HOURS } from '@onus/contract/notify/settings';
import { useState } from 'react';
import { trpc } from '../../../data/trpc.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { ErrorNote } from '../../../ui/status/error-note.tsx';

/** While it is on, changes of the list by others notify the user, as chosen in the settings (rule 9.8). */
export function ShoppingSwitch() {
  const { grocery } = trpc.useUtils();
  const shopping = trpc.grocery.shoppingUntil.useQuery();
  /** What was chosen, until the server has it. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = trpc.grocery.shopping.useMutation({
    onSuccess: state => grocery.shoppingUntil.setData(undefined, state),
    onSettled: () => setWanted(null),
  });
  const until = shopping.data?.until ?? null;
  const isOn = wanted ?? until !== null;

  function choose(on: boolean): void {
    setWanted(on);
    change.mutate({ on });
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Checkbox
        role="switch"
        label="I am shopping"
        checked={isOn}
        disabled={!shopping.data}
        onChange={choose}
      />
      {isOn && <p className="text-ink-soft text-small">{untilWords(until)}</p>}
      {change.error && <ErrorNote message={messageOf(change.error)} />}
    </div>
  );
}

function untilWords(until: string | null): string {
  if (!until) return `for ${SHOPPING_HOURS} hours`;
  return `until ${new Date(until).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })}`;
}
