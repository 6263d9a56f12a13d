import { enqueue } from '../../data/outbox/enqueue.ts';
import { POLLED } from '../../data/query-client.ts';
import { type Entry, stepsOf } from '../../data/reads/history.ts';
import { progressOf } from '../../data/reads/pages.ts';
import { trpc } from '../../data/trpc.ts';
import { rememberUndo } from '../../lib/undo.ts';
import { HistoryDialog, type Step } from '../../ui/overlay/history-dialog.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';

interface MessageHistoryProps {
  id: string;
  text: string;
  open: boolean;
  onClose: () => void;
}

/** How a message was edited, and who deleted it. Its sender can restore an earlier text. */
export function MessageHistory({ id, text, open, onClose }: MessageHistoryProps) {
  const list = trpc.chat.history.useInfiniteQuery(
    { id },
    { ...POLLED, enabled: open, getNextPageParam: page => page.nextCursor },
  );
  const steps =
    list.data &&
    stepsOf(list.data.pages, {
      now: { message: text },
      titleOf: ({ by, kind }) => `${by?.username ?? 'Someone'} ${VERBS[kind]} this`,
      linesOf: (entries, index) => (entries[index]?.changes ?? []).map(lineOf),
      restore({ set, was }) {
        onClose();
        void restoreText(id, String(set.message), String(was.message));
      },
    });

  return (
    <HistoryDialog
      open={open}
      onClose={onClose}
      title="History of the message"
      steps={steps}
      {...progressOf(list)}
    />
  );
}

const VERBS = { created: 'wrote', edited: 'changed', deleted: 'deleted', restored: 'restored' };

function lineOf({ before, after }: Entry['changes'][number]): Step['changes'][number] {
  return { label: 'Message', before: String(before), after: String(after) };
}

async function restoreText(id: string, message: string, former: string): Promise<void> {
  if (!(await enqueue('chat.edit', { id, message, was: { message: former } }))) return;
  const said = 'Message restored';
  const undo = () => void enqueue('chat.edit', { id, message: former, was: { message } });
  toastSuccess(said, { label: 'Undo', onClick: rememberUndo(said, undo, id) });
}
