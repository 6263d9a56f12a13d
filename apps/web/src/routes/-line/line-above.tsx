import { useSelector } from '@tanstack/react-store';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '../../data/session/session.ts';
import type { LinePlace } from '../../features/task/quick-add/quick-draft.ts';
import { messageOf } from '../../lib/error-message.ts';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { reload } from '../../lib/reload.ts';
import { QuickLine } from '../../ui/form/quick-line.tsx';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { KindSwitch } from './kind-switch.tsx';
import { chooseKind, type Kind, kindOf, kindOfKey, useLine, useWaiting } from './kinds.ts';
import { type LinePage, useLinePage } from './use-line-page.ts';

/**
 * The line above a list. It is the line that every page opens (rule 20.16). What reads its text loads when a person
 * comes near. The lines that are submitted until then wait for it, and the field is free at once.
 */
export function LineAbove({ place }: { place: LinePlace }) {
  const line = useLine(place);
  // While the next page loads, the address is its own already, and the line is still of this one.
  const page: LinePage = { ...useLinePage(), kind: place === 'groceries' ? 'item' : 'task' };
  const module = useSelector(whole.loaded);
  const input = useRef<HTMLInputElement>(null);
  const [submitted, setSubmitted] = useWaiting(line.field);
  const { text } = line.draft;
  // Also for a line from before a reload, and in a shop, where the network goes.
  const isWanted = text !== '' || line.kind !== null || page.kind === 'item';
  useEffect(() => {
    if (isWanted) whole.fetchEarly();
  }, [isWanted]);
  const missing = useMissing(submitted);
  const kind = kindOf(line, page);
  const placeholder = usePlaceholder(kind);

  if (module) {
    return <module.WholeLine key={line.field} line={line} page={page} former={input.current} />;
  }
  return (
    <QuickLine
      input={input}
      text={text}
      fieldText={line.fieldText}
      onText={line.change}
      onSubmit={() => {
        if (text.trim() === '') return;
        setSubmitted([...submitted, text]);
        line.change('');
      }}
      onKeyDown={event => {
        const next = kindOfKey(event.nativeEvent);
        if (next) chooseKind(line, next);
        else if (event.key === 'Escape') line.change('');
      }}
      field={{ placeholder, ...NEAR }}
      kinds={<KindSwitch className="kinds-beside" value={kind} onChange={next => chooseKind(line, next)} />}
      notes={missing && <ErrorNote message={missing} onRetry={reload} />}
    >
      {null}
    </QuickLine>
  );
}

/** Says that the code that submitted lines need cannot be loaded, and which lines wait for it. */
function useMissing(submitted: readonly string[]): string | null {
  const [error, setError] = useState<unknown>(null);
  const isSubmitted = submitted.length > 0;
  useEffect(() => {
    if (isSubmitted) whole.fetch().catch(setError);
  }, [isSubmitted]);
  return error === null ? null : `${messageOf(error)} Not added yet: ${submitted.join(' · ')}`;
}

/** Of the kinds that a page chooses. */
function usePlaceholder(kind: Kind): string {
  const { isManager } = useCurrentUser();
  if (kind === 'item') return 'Add an item: milk 2 1.39 #dairy';
  return `Add a task: bins every fri${isManager ? ' @ana' : ''}`;
}

const whole = createLazyModule(() => import('./whole-line.tsx'));

const NEAR: Partial<ComponentProps<'input'>> = {
  onFocus: whole.fetchEarly,
  // A finger is on the field already when it comes near, and the field must stay under it.
  onPointerEnter: ({ pointerType }) => pointerType !== 'touch' && whole.fetchEarly(),
  // The field tells the one that comes in its place.
  onPointerDown: ({ currentTarget }) => {
    currentTarget.dataset.pressed = '';
  },
  onPaste: ({ currentTarget, clipboardData }) => {
    currentTarget.dataset.pasted = clipboardData.getData('text');
  },
};
