import { Button } from '../../ui/button.tsx';
import { useDraft } from './drafts.ts';
import { forgetUnsent, type Unsent } from './unsent.ts';

interface UnsentNoteProps {
  message: Unsent;
  failure: string;
  onRetry: (message: Unsent) => void;
}

/** Under what was not sent: why, and what can be done. It stays until one of the two is done. */
export function UnsentNote({ message, failure, onRetry }: UnsentNoteProps) {
  const [draft, setDraft] = useDraft(message.conversationId);

  function takeBack(): void {
    setDraft(draft ? `${draft}\n${message.text}` : message.text);
    forgetUnsent(message.id);
  }

  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-x-1 pt-1 text-danger text-small">
      <p className="px-2">Not sent. {failure}</p>
      <Button variant="plain" size="small" onClick={takeBack}>
        Take back
      </Button>
      <Button variant="quiet" size="small" onClick={() => onRetry(message)}>
        Retry
      </Button>
    </div>
  );
}
