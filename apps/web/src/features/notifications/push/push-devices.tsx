import { MonitorSmartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { pushSupport, type Support, turnOff, turnOn } from '../../../data/push/this-browser.ts';
import { trpc } from '../../../data/trpc.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { RemovableRows } from '../../../ui/layout/removable-rows.tsx';
import { useLostFocus } from '../../../ui/layout/use-lost-focus.ts';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { toastError } from '../../../ui/toast/toast.tsx';

interface Device {
  id: string;
  name: string;
  lastError: string | null;
  current: boolean;
}

/** The devices that get push messages, each with Remove, and a way to add this one. */
export function PushDevices() {
  const devices = trpc.push.list.useQuery(undefined, { refetchOnMount: 'always' });
  const heading = useRef<HTMLHeadingElement>(null);
  const isOffered = devices.data?.some(({ current }) => current) === false;
  useLostFocus(heading, isOffered);
  if (devices.error)
    return <ErrorNote message={messageOf(devices.error)} onRetry={() => devices.refetch()} />;
  if (!devices.data) return null;
  return (
    <div className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Devices for push
      </h3>
      {devices.data.length === 0 && (
        <p className="text-ink-soft text-small">No device gets push messages yet.</p>
      )}
      <RemovableRows aria-label="Devices for push" className="-my-3 empty:hidden">
        {devices.data.map(device => (
          <Row key={device.id} device={device} onRemoved={() => devices.refetch()} />
        ))}
      </RemovableRows>
      {isOffered && <ThisBrowser onAdded={() => devices.refetch()} />}
    </div>
  );
}

function Row({ device, onRemoved }: { device: Device; onRemoved: () => void }) {
  const { id, name, lastError, current } = device;
  const remove = trpc.push.remove.useMutation({
    onSuccess: async () => {
      if (current) await turnOff();
      onRemoved();
    },
    onError: error => toastError(messageOf(error)),
  });
  return (
    <li className="flex items-center gap-3 border-line border-b py-3 last:border-b-0">
      <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="wrap-anywhere min-w-0">{name}</span>
          {current && <Badge tone="brand">This browser</Badge>}
        </p>
        {lastError && <p className="wrap-anywhere text-danger text-small">{lastError}</p>}
      </div>
      <Button
        variant="quiet"
        size="small"
        busy={remove.isPending}
        aria-label={`Remove ${name}`}
        onClick={() => remove.mutate({ id })}
      >
        Remove
      </Button>
    </li>
  );
}

function ThisBrowser({ onAdded }: { onAdded: () => void }) {
  const { client } = trpc.useUtils();
  const [support, setSupport] = useState(pushSupport);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  const reason = useRef<HTMLParagraphElement>(null);
  useLostFocus(reason, support === 'yes');

  async function add(): Promise<void> {
    setBusy(true);
    setTrouble('');
    try {
      await turnOn(client);
      onAdded();
    } catch (error) {
      setSupport(pushSupport());
      setTrouble(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  if (support !== 'yes') {
    return (
      <p ref={reason} tabIndex={-1} className="text-ink-soft text-small outline-none">
        {WITHOUT[support]}
      </p>
    );
  }
  return (
    <>
      <Button variant="quiet" className="self-start" busy={isBusy} onClick={() => void add()}>
        Get push messages here
      </Button>
      <div aria-live="polite" className="contents">
        {trouble && <ErrorNote message={trouble} />}
      </div>
    </>
  );
}

const WITHOUT: Record<Exclude<Support, 'yes'>, string> = {
  'installed only':
    'To get push messages on this device, add Onus to the Home Screen (Share, then Add to Home Screen) and open it from there.',
  blocked:
    'This browser blocks notifications of this site. Allow them in its settings, then reload the page.',
  no: 'This browser cannot get push messages.',
};
