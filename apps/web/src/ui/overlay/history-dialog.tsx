import { type ReactNode, useId } from 'react';
import { Button } from '../form/button.tsx';
import { ShowOlder } from '../layout/show-older.tsx';
import { SkeletonRows } from '../list/skeleton.tsx';
import { ErrorNote } from '../status/error-note.tsx';
import { Dialog } from './dialog.tsx';

/** One state of an object, and the change that led to it. */
export interface Step {
  key: string;
  /** "Ana changed this". */
  title: string;
  /** When; missing where that is not known any more. */
  at?: string;
  changes: readonly { label: string; before?: string; after?: string }[];
  /** Missing where the object is as it is in this state. */
  onRestore?: (() => void) | undefined;
}

interface HistoryDialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Newest first; undefined while they load. */
  steps: readonly Step[] | undefined;
  /** The reason why they could not be loaded. */
  problem?: string | undefined;
  onRetry: () => Promise<unknown>;
  /** Loads older ones, if there are any. */
  onMore?: (() => void) | undefined;
  isLoadingMore?: boolean;
}

/** Who changed what, newest first, with a button for each state that is not the present one. */
export function HistoryDialog(props: HistoryDialogProps) {
  const { open, onClose, title, steps, problem, onRetry, onMore, isLoadingMore } = props;
  return (
    <Dialog open={open} onClose={onClose} title={title} description="Changes of the last 30 days">
      {problem && <ErrorNote message={problem} onRetry={onRetry} />}
      {!steps && !problem && <SkeletonRows />}
      {steps?.length === 0 && <p className="py-4 text-ink-soft">Nothing changed in the last 30 days.</p>}
      {steps && steps.length > 0 && (
        <ol aria-label="History" className="divide-y divide-line">
          {steps.map((step, index) => (
            <StepRow key={step.key} step={step} isNow={index === 0} />
          ))}
        </ol>
      )}
      <ShowOlder onMore={onMore} busy={isLoadingMore} className="mt-3" />
    </Dialog>
  );
}

function StepRow({ step: { title, at, changes, onRestore }, isNow }: { step: Step; isNow: boolean }) {
  const id = useId();
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p id={id} className="flex flex-wrap items-baseline gap-x-2">
          <span dir="auto" className="min-w-0 break-words font-medium">
            {title}
          </span>
          {at && <span className="text-ink-soft text-small">{at}</span>}
        </p>
        {changes.length > 0 && (
          <ul className="mt-1 flex flex-col gap-1 text-small">
            {changes.map(({ label, before, after }) => (
              <li key={label} className="min-w-0">
                <span className="text-ink-soft">{label}</span>
                {before !== undefined && <Value tag="del" text={before} />}
                {after !== undefined && <Value tag="ins" text={after} />}
              </li>
            ))}
          </ul>
        )}
      </div>
      {isNow && !onRestore && <span className="py-1 text-ink-soft text-small">Now</span>}
      {onRestore && (
        <Button variant="quiet" size="small" aria-describedby={id} onClick={onRestore}>
          Restore
        </Button>
      )}
    </li>
  );
}

/** A long text is cut after a few lines. */
function Value({ tag: Tag, text }: { tag: 'del' | 'ins'; text: string }) {
  return (
    <Tag
      dir="auto"
      className={
        Tag === 'del'
          ? 'line-clamp-3 break-words text-ink-soft line-through decoration-line'
          : 'line-clamp-3 break-words no-underline'
      }
    >
      {text}
    </Tag>
  );
}
