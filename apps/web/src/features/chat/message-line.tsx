import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { cx } from '../../lib/cx.ts';
import { messageOf } from '../../lib/message.ts';
import { timeOf } from '../../lib/times.ts';
import { trpc } from '../../trpc.ts';
import { PersonBadge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { toastError } from '../../ui/toast.tsx';
import { ANCHOR } from '../../ui/use-anchored-scroll.ts';
import { DELETED } from './chat.ts';
import type { Line } from './lines.ts';
import { MessageEdit } from './message-edit.tsx';
import type { Unsent } from './unsent.ts';
import { UnsentNote } from './unsent-note.tsx';

interface MessageLineProps {
  line: Line;
  editing: boolean;
  onEdit: (open: boolean) => void;
  onRetry: (message: Unsent) => void;
}

/** A message: whose it is says its side and its tint; when it was, the last of its group. */
export function MessageLine({ line, editing, onEdit, onRetry }: MessageLineProps) {
  const { mine, sender, stored, unsent } = line;
  return (
    <li {...ANCHOR} className={cx(line.opens ? 'pt-3' : 'pt-0.5')}>
      {line.day && <p className="pt-3 pb-4 text-center font-medium text-ink-soft text-small">{line.day}</p>}
      {editing && stored ? (
        <MessageEdit message={stored} onClose={() => onEdit(false)} />
      ) : (
        <div className={cx('group flex items-end gap-2', mine && 'flex-row-reverse')}>
          {!mine && <Who sender={sender} shown={line.closes} />}
          <Bubble line={line} />
          {stored?.may.edit && <Actions id={line.id} onEdit={() => onEdit(true)} />}
        </div>
      )}
      {unsent?.failure && <UnsentNote message={unsent} failure={unsent.failure} onRetry={onRetry} />}
      {line.closes && !unsent?.failure && <When line={line} />}
    </li>
  );
}

function Who({ sender, shown }: { sender: Line['sender']; shown: boolean }) {
  if (!shown) return <span className="w-6 shrink-0" />;
  return <PersonBadge id={sender.id} name={sender.username} decorative />;
}

function Bubble({ line: { text, mine, sender, stored, unsent } }: { line: Line }) {
  const deleted = stored?.deleted;
  return (
    <div
      className={cx(
        'min-w-0 max-w-4/5 rounded-card px-3 py-2 wide:max-w-2/3',
        deleted ? 'text-ink-soft inset-ring inset-ring-line' : TINTS[mine ? 'mine' : 'theirs'],
        unsent?.failure && 'inset-ring inset-ring-danger',
      )}
    >
      <span className="sr-only">{mine ? 'You' : sender.username}: </span>
      <p dir="auto" className="whitespace-pre-wrap">
        {deleted ? DELETED : text}
        {stored?.editedAt && !deleted && <span className="text-ink-soft text-small"> edited</span>}
      </p>
    </div>
  );
}

function When({ line: { timestamp, mine, unsent } }: { line: Line }) {
  return (
    <p className={cx('pt-1 text-ink-soft text-small', mine ? 'text-right' : 'pl-8')}>
      {unsent ? (
        <span className="animate-late">Sending…</span>
      ) : (
        <time dateTime={new Date(timestamp).toISOString()}>{timeOf(timestamp)}</time>
      )}
    </p>
  );
}

function Actions({ id, onEdit }: { id: string; onEdit: () => void }) {
  const erase = trpc.chat.delete.useMutation({ onError: error => toastError(messageOf(error)) });
  return (
    <div className="transition-opacity has-data-[state=open]:opacity-100 desk:opacity-0 desk:group-focus-within:opacity-100 desk:group-hover:opacity-100">
      <Menu
        trigger={<IconButton label="More for this message" icon={<Ellipsis />} />}
        items={[
          { label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: onEdit },
          {
            label: 'Delete',
            icon: <Trash2 aria-hidden="true" />,
            onSelect: () => erase.mutate({ id }),
            danger: true,
          },
        ]}
      />
    </div>
  );
}

const TINTS = { mine: 'bg-brand-wash', theirs: 'bg-hover' };
