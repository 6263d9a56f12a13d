import { SHEET_LIMITS, type SheetKind } from '@onus/contract/transfer/sheet-limits';
import { useRef, useState } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { TextArea } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { useLostFocus } from '../../ui/layout/use-lost-focus.ts';
import { FileButton } from './file-button.tsx';
import { counted } from './sheet.ts';
import { SheetPreview } from './sheet-preview.tsx';
import { useSheet } from './use-sheet.ts';

/** Imports tasks or groceries from a file or pasted text, after a preview. */
export function SheetImport() {
  const [kind, setKind] = useState<SheetKind>('tasks');
  const [pasted, setPasted] = useState('');
  const sheet = useSheet(() => setPasted(''), setKind);
  const heading = useRef<HTMLHeadingElement>(null);
  useLostFocus(heading, sheet.shown !== null);
  useLostFocus(heading, sheet.made !== null);
  return (
    <>
      <Section title="Import tasks or groceries" heading={heading}>
        <Select
          label="Import as"
          options={OPTIONS}
          value={kind}
          onChange={next => {
            setKind(next);
            sheet.leave();
          }}
        />
        <p className="text-ink-soft text-small">
          {COLUMNS[kind]} {LIMITS[kind]}
        </p>
        <FileButton busy={sheet.looking} accept={ACCEPTED} onFile={file => void sheet.lookAtFile(kind, file)}>
          {BUTTONS[kind]}
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
        {sheet.made && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="text-ink-soft">
              The last import made {counted(sheet.made.count, sheet.made.kind)}.
            </p>
            <Button variant="quiet" size="small" busy={sheet.undoing} onClick={() => sheet.undo()}>
              Undo the import
            </Button>
          </div>
        )}
      </Section>
      {sheet.shown && (
        <SheetPreview {...sheet.shown} busy={sheet.importing} onImport={sheet.make} onCancel={sheet.leave} />
      )}
    </>
  );
}

const ACCEPTED =
  '.csv,.tsv,.txt,.ics,.json,.zip,text/csv,text/tab-separated-values,text/plain,text/calendar,application/json,application/zip';

const OPTIONS = [
  { value: 'tasks', label: 'Tasks' },
  { value: 'groceries', label: 'Groceries' },
  { value: 'todoist', label: 'Tasks from Todoist' },
  { value: 'vikunja', label: 'Tasks from Vikunja' },
  { value: 'ics', label: 'Tasks from a calendar file' },
  { value: 'kitchenowl', label: 'Items from KitchenOwl' },
] as const;

const COLUMNS: Record<SheetKind, string> = {
  tasks:
    'The first row names the columns. Required: Title, Due Date. Optional: Description, Completed, Recurrence Type, Interval, Recurrence End Date, Assignees. Write dates as 2026-03-05. Separate people with semicolons.',
  groceries:
    'The first row names the columns. Required: Name. Optional: Count, Price, Purchased. The items go on the list of your household.',
  todoist:
    'In Todoist, open a project and choose Export as CSV. English dates and recurrences are read; a task without a date is due today. Sections, sub-tasks, comments and priorities go into the descriptions.',
  vikunja:
    'In Vikunja, open Settings, Data Export, and choose the ZIP file of the email here, or its data.json. A task without a date is due today. Projects, labels, comments and priorities go into the descriptions; files are left out.',
  kitchenowl:
    'In KitchenOwl, open the settings of the household and choose Export. The file names every item of the household and not what is on the lists, so the items are suggested above your list, in their sections.',
  ics: 'A file that ends in .ics, as calendar and reminder apps export it. Events and to-dos become tasks; an event of the past is completed. Place, end, link and categories go into the descriptions.',
};

const ROWS = `Up to ${SHEET_LIMITS.lines} rows at a time.`;
const LIMITS: Record<SheetKind, string> = {
  tasks: ROWS,
  groceries: ROWS,
  todoist: ROWS,
  ics: `Up to ${SHEET_LIMITS.lines} entries at a time.`,
  vikunja: `More than ${SHEET_LIMITS.lines} tasks come in parts.`,
  kitchenowl: `More than ${SHEET_LIMITS.lines} items come in parts.`,
};

const BUTTONS: Record<SheetKind, string> = {
  tasks: 'Choose a CSV file',
  groceries: 'Choose a CSV file',
  todoist: 'Choose a CSV file',
  ics: 'Choose a calendar file',
  vikunja: 'Choose the export',
  kitchenowl: 'Choose the export',
};

const EXAMPLES: Record<SheetKind, string> = {
  tasks: 'Title,Due Date\nWater the plants,2026-03-05',
  groceries: 'Name,Count,Price\nMilk,2,1.39',
  todoist: 'TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG\ntask,Water the plants,4,1,every 3 days,en',
  vikunja: '[{"title":"House","tasks":[{"title":"Water the plants","due_date":"2026-03-05T08:00:00Z"}]}]',
  kitchenowl: '{"items":[{"name":"Milk","category":"Dairy"}]}',
  ics: 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Water the plants\nDTSTART:20260305\nEND:VEVENT\nEND:VCALENDAR',
};
