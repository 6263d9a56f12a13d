import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { trpc } from '../../data/trpc.ts';
import { momentHere } from '../../lib/dates.ts';
import { messageOf } from '../../lib/error-message.ts';
import { Button } from '../../ui/form/button.tsx';
import { RemovableRows } from '../../ui/layout/removable-rows.tsx';
import { useLostFocus } from '../../ui/layout/use-lost-focus.ts';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { toastError } from '../../ui/toast/toast.tsx';
import { AddPasskey } from './add-passkey.tsx';

interface Passkey {
  id: string;
  name: string;
  lastUsedAt: string | null;
}

/** One's own passkeys, each with Delete. @param onChange after one was added or deleted. */
export function Passkeys({ onChange }: { onChange: () => void }) {
  const [isAdding, setAdding] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(button, isAdding);
  const passkeys = trpc.passkey.list.useQuery(undefined, { refetchOnMount: 'always' });
  const changed = () => {
    setAdding(false);
    void passkeys.refetch();
    onChange();
  };
  return (
    <div className="flex flex-col gap-4">
      <h3 className="font-semibold outline-none">Passkeys</h3>
      <p className="text-ink-soft text-small">
        Sign in with the fingerprint, face or screen lock of a device, without password and code.
      </p>
      {passkeys.data && passkeys.data.length > 0 && (
        <RemovableRows className="-my-3">
          {passkeys.data.map(passkey => (
            <Row key={passkey.id} passkey={passkey} onDeleted={changed} />
          ))}
        </RemovableRows>
      )}
      {passkeys.error && <ErrorNote message={messageOf(passkeys.error)} onRetry={() => passkeys.refetch()} />}
      {isAdding ? (
        <AddPasskey onDone={changed} onCancel={() => setAdding(false)} />
      ) : (
        <Button ref={button} variant="quiet" className="self-start" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      )}
    </div>
  );
}

function Row({ passkey: { id, name, lastUsedAt }, onDeleted }: { passkey: Passkey; onDeleted: () => void }) {
  const remove = trpc.passkey.delete.useMutation({
    onSuccess: onDeleted,
    onError: error => toastError(messageOf(error)),
  });
  return (
    <li className="flex items-center gap-3 border-line border-b py-3 last:border-b-0">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="text-ink-soft text-small">
          {lastUsedAt ? `Last used ${momentHere(lastUsedAt)}` : 'Not used yet'}
        </p>
      </div>
      <Button
        variant="quiet"
        size="small"
        busy={remove.isPending}
        aria-label={`Delete ${name}`}
        onClick={() => remove.mutate({ id })}
      >
        Delete
      </Button>
    </li>
  );
}
