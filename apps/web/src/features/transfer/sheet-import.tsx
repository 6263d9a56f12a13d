import { SHEET_LIMITS, type SheetKind } from '@onus/contract/sheet-limits';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { SheetPreview } from './sheet-preview.tsx';
import { useSheet } from './use-sheet.ts';

/** Tasks or groceries from a spreadsheet: chosen or pasted, looked at, then imported. */
export function SheetImport() {
  const [kind, setKind] = useState<SheetKind>('tasks');
  const [pasted, setPasted] = useState('');
  const sheet = useSheet(() => setPasted(''));
  return (
    <>
      <Section title="Import tasks or groceries">
        <Select
          label="What is in the table"
          options={OPTIONS}
          value={kind}
          onChange={next => {
            setKind(next);
            sheet.leave();
          }}
        />
        <p className="text-ink-soft text-small">
          The first line names the columns. {COLUMNS[kind]} At most {SHEET_LIMITS.lines} lines go at once.
        </p>
        <FileButton
          busy={sheet.looking}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onFile={file => void sheet.lookAtFile(kind, file)}
        >
          Choose a CSV file
        </FileButton>
        <TextArea
          label="Or paste it here"
          rows={3}
          spellCheck={false}
          placeholder={EXAMPLES[kind]}
          value={pasted}
          onChange={event => setPasted(event.target.value)}
        />
        <Button
          variant="quiet"
          className="self-start"
          busy={sheet.looking}
          disabled={pasted.trim() === ''}
          onClick={() => sheet.look(kind, pasted)}
        >
          Preview
        </Button>
      </Section>
      {sheet.shown && (
        <SheetPreview {...sheet.shown} busy={sheet.importing} onImport={sheet.make} onCancel={sheet.leave} />
      )}
    </>
  );
}

const OPTIONS = [
  { value: 'tasks', label: 'Tasks' },
  { value: 'groceries', label: 'Groceries' },
] as const;

const COLUMNS: Record<SheetKind, string> = {
  tasks:
    'Title and Due Date are needed; Description, Completed, Recurrence Type, Interval, Recurrence End Date and Assignees may be there. A date is 2026-03-05; several people have semicolons between them.',
  groceries: 'Name is needed; Count, Price and Purchased may be there. All go on the list of your household.',
};

const EXAMPLES: Record<SheetKind, string> = {
  tasks: 'Title,Due Date\nWater the plants,2026-03-05',
  groceries: 'Name,Count,Price\nMilk,2,1.39',
};
