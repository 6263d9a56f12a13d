import type { UpdateNotify } from '@onus/contract/notify/inputs';
import {
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeKind,
  type NotifySettings,
} from '@onus/contract/notify/settings';
import { messageOf } from '../../lib/error-message.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { QuietSpinner } from '../../ui/status/quiet-spinner.tsx';
import { DigestTime } from './digest-time.tsx';
import { PushDevices } from './push/push-devices.tsx';
import { useNotifySettings } from './use-notify-settings.ts';

/** What the user is notified of, and how (rule 9.8). Each choice is saved at once. */
export function Notifications() {
  const { settings, loading, retry, change, refused } = useNotifySettings();
  if (!settings)
    return loading ? <ErrorNote message={messageOf(loading)} onRetry={retry} /> : <QuietSpinner />;
  const { kinds, available, digestAt, namesOnly } = settings;
  // A channel that the server does not have is offered only to turn it off.
  const channels = NOTICE_CHANNELS.filter(
    channel =>
      available[channel] || channel === 'mail' || NOTICE_KINDS.some(kind => kinds[kind].includes(channel)),
  );
  return (
    <>
      <p className="text-ink-soft text-small">
        Choose what Onus tells you when you are not looking at it. Nothing is sent until you choose.
        {!available.mail && ' Email isn’t set up on this server, so no emails are sent.'}
      </p>
      <div className="flex flex-col divide-y divide-line">
        {NOTICE_KINDS.map(kind => (
          <Kind key={kind} kind={kind} channels={channels} settings={settings} onChange={change}>
            {kind === 'digest' && kinds.digest.length > 0 && (
              <DigestTime value={digestAt} onChange={value => change({ digestAt: value })} />
            )}
          </Kind>
        ))}
      </div>
      <Checkbox
        label="Names only: leave out the text of tasks, items and messages"
        checked={namesOnly}
        onChange={is => change({ namesOnly: is })}
      />
      {available.push && <PushDevices />}
      <div aria-live="polite" className="contents">
        {refused && <ErrorNote message={messageOf(refused)} />}
      </div>
    </>
  );
}

interface KindProps {
  kind: NoticeKind;
  channels: readonly NoticeChannel[];
  settings: NotifySettings;
  onChange: (changed: UpdateNotify) => void;
  children: React.ReactNode;
}

function Kind({ kind, channels, settings, onChange, children }: KindProps) {
  const chosen = settings.kinds[kind];
  const { name, hint } = KINDS[kind];
  return (
    <fieldset className="py-3">
      <legend className="float-left w-full">
        {name}
        <span className="block text-ink-soft text-small">{hint}</span>
      </legend>
      <div className="clear-both flex flex-wrap gap-x-8 pt-1">
        {channels.map(channel => (
          <Checkbox
            key={channel}
            label={CHANNELS[channel]}
            aria-label={`${CHANNELS[channel]}: ${name}`}
            checked={chosen.includes(channel)}
            onChange={is =>
              onChange({
                kinds: { [kind]: is ? [...chosen, channel] : chosen.filter(one => one !== channel) },
              })
            }
          />
        ))}
      </div>
      {children}
    </fieldset>
  );
}

/** Not "Email": that is the label of the address in the same settings. */
const CHANNELS: Record<NoticeChannel, string> = { push: 'Push', mail: 'Mail' };

const KINDS: Record<NoticeKind, { name: string; hint: string }> = {
  assigned: { name: 'Assigned to me', hint: 'Someone gives you a task.' },
  due: { name: 'Due at a time', hint: 'A task of yours has a time, and it has come.' },
  digest: { name: 'Morning digest', hint: 'Your day, once a day, if something is due or overdue.' },
  message: { name: 'New message', hint: 'Unless you have read it already.' },
  shopping: {
    name: 'List changed while I shop',
    hint: 'After you turn on “I am shopping” on the groceries page.',
  },
};
