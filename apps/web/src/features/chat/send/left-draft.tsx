import { Button } from '../../../ui/form/button.tsx';
import { TextArea } from '../../../ui/form/field.tsx';
import { focusPage } from '../../../ui/layout/lost-focus.ts';
import { useDraft } from './drafts.ts';

/** What was typed into a thread that takes no more messages, to read and to copy. */
export function LeftDraft({ threadId }: { threadId: string }) {
  const { text, change } = useDraft(threadId);
  if (text.trim() === '') return null;

  function discard(): void {
    change('');
    focusPage();
  }

  return (
    <div className="flex w-full flex-col gap-2 text-left text-ink">
      <TextArea label="Not sent" readOnly value={text} />
      <Button variant="quiet" size="small" className="self-end" onClick={discard}>
        Discard
      </Button>
    </div>
  );
}
