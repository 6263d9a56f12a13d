import { Ellipsis } from 'lucide-react';
import { memo, use } from 'react';
import { useMark } from '../../../data/outbox/use-outbox.ts';
import { cx } from '../../../lib/cx.ts';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import { linkedRows, piecesOf } from '../../../lib/words/links.ts';
import { PersonBadge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/form/button.tsx';
import { RowMark } from '../../../ui/list/row-mark.tsx';
import { LazyMenu } from '../../../ui/overlay/menu.tsx';
import type { InThread } from '../actions/message-actions.ts';
import { DELETED } from '../chat.ts';
import { LinkCards } from '../link-cards.ts';
import { UnsentNote } from '../send/unsent-note.tsx';
import type { Line } from './lines.ts';
import { MessageEdit } from './message-edit.tsx';
import { MessageTheirs } from './message-theirs.tsx';
import { ANCHOR } from './scroll/use-anchored-scroll.ts';

interface MessageLineProps {
  line: Line;
  /** Whether a search has led here. It is highlighted once. */
  isFound: boolean;
  editing: boolean;
  onEdited: () => void;
  opens: InThread;
}

/**
 * A message. Its side and tint show the sender, and the last message of a group shows the time. With a message that comes or
 * goes, only those render that it changes.
 */
export const MessageLine = memo(Message);

function Message({ line, isFound, editing, onEdited, opens }: MessageLineProps) {
  const { mine, sender, stored, unsent } = line;
  const cards = use(LinkCards);
  const refused = unsent?.operation?.refusal === undefined ? undefined : unsent.operation;
  return (
    <li
      {...ANCHOR}
      data-message={line.id}
      className={cx(LINE, line.opens ? 'pt-3' : 'pt-0.5', isFound && 'animate-found')}
    >
      {line.day && <p className="pt-3 pb-4 text-center font-medium text-ink-soft text-small">{line.day}</p>}
      {editing && stored ? (
        <MessageEdit message={stored} onClose={onEdited} />
      ) : (
        <div className={cx('group flex items-end gap-2', mine && 'flex-row-reverse')}>
          {!mine && <Who sender={sender} shown={line.closes} />}
          <div
            className={cx(
              'flex min-w-0 max-w-4/5 flex-col gap-1 wide:max-w-2/3',
              mine ? 'items-end' : 'items-start',
            )}
          >
            <Bubble line={line} />
            {!stored?.deleted && linkedRows(line.text).map(cards)}
          </div>
          <Actions line={line} opens={opens} />
        </div>
      )}
      {stored?.editedAt && stored.may.edit && <MessageTheirs message={stored} />}
      {unsent && refused && <UnsentNote message={unsent} operation={refused} />}
      {line.closes && !refused && <When line={line} />}
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
        BUBBLE,
        deleted ? 'text-ink-soft inset-ring inset-ring-line' : TINTS[mine ? 'mine' : 'theirs'],
        unsent?.operation?.refusal !== undefined && 'inset-ring inset-ring-danger',
      )}
    >
      <span className="sr-only">{mine ? 'You' : sender.username}: </span>
      <p dir="auto" className="whitespace-pre-wrap [unicode-bidi:plaintext]">
        {deleted ? DELETED : <Linked text={text} />}
        {stored?.editedAt && !deleted && <span className="text-ink-soft text-small"> edited</span>}
      </p>
    </div>
  );
}

/** The text with links that open in a new tab. */
function Linked({ text }: { text: string }) {
  return piecesOf(text).map(piece =>
    piece.href ? (
      <a
        key={piece.at}
        href={piece.href}
        target="_blank"
        rel="noopener noreferrer"
        className={cx(LINK, linkedRows(piece.text).length > 0 ? ONE_LINE : 'break-all')}
      >
        {piece.text}
      </a>
    ) : (
      piece.text
    ),
  );
}

/** The card below it says more than the address. */
const ONE_LINE = 'inline-block max-w-full truncate align-bottom';

const LINK = 'font-medium text-brand-strong underline underline-offset-2';

function When({ line: { id, timestamp, time, mine } }: { line: Line }) {
  return (
    <p className={cx('pt-1 text-ink-soft text-small', mine ? 'text-right' : 'pl-8')}>
      <time dateTime={new Date(timestamp).toISOString()}>{time}</time>
      <RowMark mark={useMark(id)} />
    </p>
  );
}

/** On a desktop it shows on hover and focus. Its icon is not drawn before, because each change paints the thread. */
function Actions({ line, opens }: Pick<MessageLineProps, 'line' | 'opens'>) {
  const trigger = <IconButton label="More for this message" icon={<Ellipsis />} />;
  return (
    <div className="transition-opacity has-data-[state=open]:opacity-100 desk:opacity-0 desk:group-focus-within:opacity-100 desk:group-hover:opacity-100 desk:group-[:not(:hover,:focus-within)]:[&_:not([data-state=open])>svg]:hidden">
      <LazyMenu trigger={trigger} from={menu}>
        {({ MessageMenu }) => <MessageMenu trigger={trigger} message={line} opens={opens} />}
      </LazyMenu>
    </div>
  );
}

const menu = createLazyModule(() => import('../actions/message-menu.tsx'));

/** The ring of the focus is around the bubble: around the line it would cross the bubbles beside it. */
const LINE = 'group/line -mx-2 rounded-card px-2 outline-none';

const BUBBLE =
  'min-w-0 max-w-full rounded-card px-3 py-2 outline-brand-strong group-focus-visible/line:outline-2';

const TINTS = { mine: 'bg-brand-wash', theirs: 'bg-hover' };
