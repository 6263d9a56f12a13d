import { useCurrentUser } from '../../data/session/session.ts';
import { Button } from '../../ui/form/button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { useExport } from './use-export.ts';

/** Downloads the user's data, and for a manager also the household's (docs/export-format.md). */
export function ExportButtons() {
  const { isManager, isAdmin } = useCurrentUser();
  const { running, save } = useExport();
  return (
    <Section title="Export">
      <p className="text-ink-soft">
        A file with your tasks, the groceries you added and your messages. You can import it into an empty
        installation of Onus.
      </p>
      <Button
        variant="quiet"
        busy={running?.kind === 'mine'}
        disabled={running?.kind === 'household'}
        className="self-start"
        onClick={() => void save('mine')}
      >
        Export your data
      </Button>
      {(isManager || isAdmin) && (
        <>
          <p className="text-ink-soft">
            Includes your members, all tasks and groceries, and only your own messages.
          </p>
          <Button
            variant="quiet"
            busy={running?.kind === 'household'}
            disabled={running?.kind === 'mine'}
            className="self-start"
            onClick={() => void save('household')}
          >
            Export the household
          </Button>
        </>
      )}
      <p role="status" className="text-ink-soft text-small empty:-mt-4">
        {running && running.rows > 1_000 && `${running.rows.toLocaleString('en-US')} rows so far`}
      </p>
    </Section>
  );
}
