import { Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../ui/form/button.tsx';
import { focusPage, isFocusLost } from '../../ui/layout/lost-focus.ts';

interface FindFieldProps {
  /** The search text after a pause in typing; empty for all rows. */
  onFind: (words: string) => void;
  onClose: () => void;
}

/** Pause in ms: one request per word, without a noticeable delay. */
const REST_MS = 150;

/** A search field above a list. Escape closes it. */
export function FindField({ onFind, onClose }: FindFieldProps) {
  const [typed, setTyped] = useState('');
  // Rendering comes before the field takes the focus.
  const [opener] = useState(() => document.activeElement);

  useEffect(() => {
    const rest = setTimeout(() => onFind(typed.trim()), REST_MS);
    return () => clearTimeout(rest);
  }, [typed, onFind]);

  useEffect(
    () => () => {
      if (!isFocusLost()) return;
      if (opener instanceof HTMLButtonElement && opener.isConnected) opener.focus({ preventScroll: true });
      else focusPage();
    },
    [opener],
  );

  return (
    <search className="relative mt-4 mb-2 flex animate-fade items-center rounded-card bg-surface inset-ring inset-ring-edge focus-within:outline-2 focus-within:outline-brand-strong">
      <Search aria-hidden="true" className="pointer-events-none absolute left-3 size-4.5 text-ink-soft" />
      <input
        // biome-ignore lint/a11y/noAutofocus: a person who asked for the field wants to type into it.
        autoFocus
        type="text"
        enterKeyHint="search"
        aria-label="Find in the list"
        placeholder="Find in the list"
        maxLength={200}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && onClose()}
        className="h-10 min-w-0 flex-1 bg-transparent pl-10 outline-none touch:h-touch"
      />
      <IconButton label="Close find" icon={<X />} onClick={onClose} className="mr-1" />
    </search>
  );
}
