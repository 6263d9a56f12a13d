import { useCurrentUser } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { useExport } from './use-export.ts';

/** Everything of one's own as a file, and for a manager the household's (docs/export-format.md). */
export function ExportButtons() {
  const { isManager, isAdmin } = useCurrentUser();
  const { running, save } = useExport();
  return (
    <Section title="Export">
      <p className="text-ink-soft">
        A file with your tasks, the groceries you added and your messages. An empty install of Onus can be
        filled with it.
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
            The household's has your members, all of its tasks and the whole grocery list; of messages it has
            yours alone.
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
      <p role="status" className="text-ink-soft text-small empty:hidden">
        {running && running.rows > 1_000 && `${running.rows.toLocaleString('en-US')} rows so far`}
      </p>
    </Section>
  );
}
