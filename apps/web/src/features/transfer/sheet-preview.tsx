import type { SheetKind } from '@onus/contract/transfer/sheet-limits';
import { useId } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { PreviewLines } from './preview-lines.tsx';
import { type LineWord, RefusedLines } from './refused-lines.tsx';
import { counted, type Preview } from './sheet.ts';

interface SheetPreviewProps {
  kind: SheetKind;
  /** The number of the part, from 0. */
  at: number;
  of: number;
  preview: Preview;
  busy: boolean;
  onImport: () => void;
  onCancel: () => void;
}

/** The preview of an import: new rows and skipped rows. */
export function SheetPreview({ kind, at, of, preview, busy, onImport, onCancel }: SheetPreviewProps) {
  const { count, refused, partly, ignored } = preview;
  const word = WORDS[kind] ?? 'Row';
  const id = useId();
  const shown = preview.tasks.length + preview.items.length;
  return (
    <section ref={reveal} aria-labelledby={id} className="flex scroll-mt-20 flex-col gap-6">
      <div role="status" className="flex flex-col gap-1">
        <h3 id={id} className="text-card">
          {count > 0 ? `${counted(count, kind)} to import` : 'Nothing to import'}
        </h3>
        {of > 1 && (
          <p className="text-ink-soft text-small">
            Part {at + 1} of {of}. {at + 1 < of && 'The next one follows.'}
          </p>
        )}
        {ignored.length > 0 && (
          <p className="text-ink-soft text-small">
            {ignored.length === 1 ? 'Ignored column' : 'Ignored columns'}: {ignored.join(', ')}
          </p>
        )}
      </div>
      {count > 0 && <PreviewLines kind={kind} preview={preview} more={count - shown} />}
      {partly.length > 0 && <RefusedLines refused={partly} fate="imported in part" word={word} />}
      {refused.length > 0 && <RefusedLines refused={refused} fate="skipped" word={word} />}
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {count > 0 && (
          <Button busy={busy} onClick={onImport}>
            Import {counted(count, kind)}
          </Button>
        )}
      </div>
    </section>
  );
}

const WORDS: Partial<Record<SheetKind, LineWord>> = { ics: 'Line', vikunja: 'Task', kitchenowl: 'Item' };

/** Scrolls to the preview, which may be below the visible area. */
function reveal(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'start' });
}
