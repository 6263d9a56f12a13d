import { SHOPPING_HOURS } from '@onus/contract/notify/settings';
import { trpc } from '../../data/trpc.ts';
import { messageOf } from '../../lib/error-message.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { ErrorNote } from '../../ui/status/error-note.tsx';

/** While it is on, changes of the list by others notify the user, as chosen in the settings (rule 9.8). */
export function ShoppingSwitch() {
  const { grocery } = trpc.useUtils();
  const shopping = trpc.grocery.shoppingUntil.useQuery();
  const change = trpc.grocery.shopping.useMutation({
    onSuccess: state => grocery.shoppingUntil.setData(undefined, state),
  });
  const isOn = change.isPending ? change.variables.on : (shopping.data?.until ?? null) !== null;
  return (
    <div>
      <Checkbox
        role="switch"
        label={
          <>
            I am shopping
            {isOn && (
              <span aria-hidden="true" className="text-ink-soft text-small">
                {' '}
                · {untilWords(shopping.data?.until)}
              </span>
            )}
          </>
        }
        checked={isOn}
        disabled={!shopping.data || change.isPending}
        onChange={on => change.mutate({ on })}
      />
      {change.error && <ErrorNote message={messageOf(change.error)} />}
    </div>
  );
}

function untilWords(until: string | null | undefined): string {
  if (!until) return `for ${SHOPPING_HOURS} hours`;
  return `until ${new Date(until).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })}`;
}
