import { useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import { socket } from '../../data/connection.ts';
import { announce } from '../../lib/announcements.ts';
import { hasUnsaved } from '../../lib/shell/unsaved.ts';
import { lookForUpdate, newVersion } from '../../lib/shell/update.ts';
import { Button } from '../../ui/form/button.tsx';
import { toastError } from '../../ui/toast/toast.tsx';

/** Milliseconds between two looks at whether the page has text that a reload would lose. */
const LOOK_EVERY = 500;

/** Milliseconds over which the browsers spread when a server is back, perhaps with a newer version. */
const SPREAD = 15_000;

/** The offer of a newer version, while nothing is lost with it. */
export function UpdatePrompt() {
  const newer = useSelector(newVersion);
  const isDirty = useUnsaved(newer !== null);
  useLookForUpdate();
  const isOffered = newer !== null && !isDirty;
  useEffect(() => {
    if (isOffered) announce('A new version is ready');
  }, [isOffered]);
  if (!newer || isDirty) return null;

  async function reload(start: () => Promise<boolean>): Promise<void> {
    if (!(await start())) toastError(ELSEWHERE);
  }

  return (
    <span data-update className={PLACE}>
      <Button variant="plain" size="small" className={LABEL} onClick={() => void reload(newer.start)}>
        New version · Reload
      </Button>
    </span>
  );
}

/** In the bar; where the bar is full, it hangs below, beside the page's title. */
const PLACE =
  'desk:max-wide:fixed desk:max-wide:top-[calc(var(--safe-top)+var(--spacing-bar)+1px)] desk:max-wide:right-6 desk:max-wide:rounded-b-control desk:max-wide:bg-surface desk:max-wide:shadow-float';

/** On a phone in two lines, and the title makes room for them. */
const LABEL = 'max-desk:w-22 max-desk:whitespace-normal max-desk:px-1 max-desk:text-left max-desk:leading-4';

const ELSEWHERE = 'Another tab has unsaved text or changes. Save them there, then reload.';

function useUnsaved(wanted: boolean): boolean {
  const [isDirty, setDirty] = useState(true);
  useEffect(() => {
    if (!wanted) return;
    const look = () => setDirty(hasUnsaved());
    look();
    const timer = setInterval(look, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [wanted]);
  return isDirty;
}

/** When the page is looked at again, and when the server was away: it may have been upgraded. */
function useLookForUpdate(): void {
  const isConnected = useSelector(socket) === 'connected';
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && lookForUpdate();
    document.addEventListener('visibilitychange', look);
    const timer = isConnected ? setTimeout(look, Math.random() * SPREAD) : undefined;
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearTimeout(timer);
    };
  }, [isConnected]);
}
