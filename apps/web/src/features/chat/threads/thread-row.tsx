import { Link } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { openThread } from '../../../data/live/open-thread.ts';
import { cx } from '../../../lib/cx.ts';
import { briefly } from '../../../lib/times.ts';
import { CountBadge, PersonBadge } from '../../../ui/badge.tsx';
import { type Conversation, DELETED } from '../chat.ts';

interface ThreadRowProps {
  thread: Conversation;
  current: boolean;
}

/** Person, time, last message and unread count. */
export function ThreadRow({ thread, current }: ThreadRowProps) {
  const { id, with: other, lastMessage, timestamp } = thread;
  const unread = useSelector(openThread) === id ? 0 : thread.unread;
  return (
    <Link
      to="/dash/messages"
      search={{ thread: id }}
      data-id={id}
      aria-current={current ? 'true' : undefined}
      className={cx(ROW, current ? 'bg-brand-wash' : 'hover:bg-hover')}
    >
      <PersonBadge id={other.id} name={other.username} size="large" decorative />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span
            dir="auto"
            className={cx('min-w-0 flex-1 truncate', unread > 0 ? 'font-bold' : 'font-medium')}
          >
            {other.username}
          </span>
          <time dateTime={new Date(timestamp).toISOString()} className="shrink-0 text-ink-soft text-small">
            {briefly(timestamp)}
          </time>
        </span>
        <span className="flex items-center gap-2 text-small">
          <span
            dir="auto"
            className={cx('min-w-0 flex-1 truncate', unread > 0 ? 'font-medium' : 'text-ink-soft')}
          >
            {lastMessage || DELETED}
          </span>
          <CountBadge count={unread} label={`${unread} unread`} />
        </span>
      </span>
    </Link>
  );
}

const ROW =
  'flex items-center gap-3 rounded-control px-2 py-2.5 transition-colors focus-visible:-outline-offset-2 desk:px-3';
