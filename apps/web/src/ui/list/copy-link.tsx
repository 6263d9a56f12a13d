import { intoClipboard } from '../../lib/clipboard.ts';
import { type LinkedRow, rowLink } from '../../lib/words/links.ts';
import { CopyField } from '../form/copy-field.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import { toastSuccess } from '../toast/toast.tsx';

/** @returns false if the browser has no clipboard, as on plain http: then the link is shown. */
export async function copyLink(row: LinkedRow): Promise<boolean> {
  const isCopied = await intoClipboard(rowLink(row));
  if (isCopied) toastSuccess('Link copied');
  return isCopied;
}

export function LinkDialog({ row, onClose }: { row: LinkedRow; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Copy link">
      <CopyField label="Link" value={rowLink(row)} hint="In a message it shows as a card." />
    </Dialog>
  );
}
