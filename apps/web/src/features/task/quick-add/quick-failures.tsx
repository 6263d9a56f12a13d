import type { SentLine } from '../../../data/outbox/lines.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { reload } from '../../../lib/reload.ts';
import { shortened } from '../../../lib/words/text.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ErrorNote } from '../../../ui/status/error-note.tsx';
import { forgetLine, retryLine } from './quick-draft.ts';

interface QuickFailuresProps {
  lines: readonly SentLine[];
  errors: Readonly<Record<string, Error>>;
  onRetry: (line: SentLine) => void;
}

/** Lines that were not saved while the next one was already typed. */
export function QuickFailures({ lines, errors, onRetry }: QuickFailuresProps) {
  return lines.map(line => (
    <div key={line.id} className="flex flex-wrap items-center gap-2">
      <QuickFailure
        error={errors[line.id] ?? null}
        text={line.text}
        onRetry={async () => {
          retryLine(line.id);
          onRetry(line);
        }}
      />
      <Button variant="quiet" size="small" onClick={() => forgetLine(line.id)}>
        Discard
      </Button>
    </div>
  ));
}

interface QuickFailureProps {
  error: Error | null;
  /** The text of a line that is not in the field. */
  text?: string;
  onRetry?: () => Promise<unknown>;
}

/** The error of a line. A browser does not retry a failed import, so that case reloads the page. */
export function QuickFailure({ error, text, onRetry }: QuickFailureProps) {
  if (!error) return null;
  const said = text === undefined ? '' : `“${shortened(text)}”: `;
  return (
    <ErrorNote
      message={`${said}${messageOf(error)}`}
      onRetry={error instanceof TypeError ? reload : onRetry}
    />
  );
}
