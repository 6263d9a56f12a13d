import { useSelector } from '@tanstack/react-store';
import { useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '../../data/session.ts';
import type { LinePlace } from '../../features/task/quick-add/quick-draft.ts';
import { messageOf } from '../../lib/error-message.ts';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { reload } from '../../lib/reload.ts';
import { QuickLine } from '../../ui/form/quick-line.tsx';
import { useTypedAhead } from '../../ui/overlay/use-typed-ahead.ts';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { KindSwitch } from './kind-switch.tsx';
import { chooseKind, kindOf, kindOfKey, useLine } from './kinds.ts';
import { useLinePage } from './use-line-page.ts';

/**
 * The line above a list. It is the line that every page opens (rule 20.16). What reads its text loads when a person
 * comes near, and what is typed until then stays.
 */
export function LineAbove({ place }: { place: LinePlace }) {
  const line = useLine(place);
  const page = useLinePage();
  const module = useSelector(whole.loaded);
  const input = useRef<HTMLInputElement>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { isManager } = useCurrentUser();
  const { text } = line.draft;
  const isWanted = text !== '' || line.kind !== null;
  // Also for a line from before a reload.
  useEffect(() => {
    if (isWanted) whole.fetchEarly();
  }, [isWanted]);
  useTypedAhead(isSubmitted && !module);

  function submit(): void {
    if (text.trim() === '') return;
    setSubmitted(true);
    whole.fetch().catch((missing: unknown) => {
      setSubmitted(false);
      setError(missing);
    });
  }

  if (module) {
    return (
      <module.WholeLine
        key={line.field}
        line={line}
        page={page}
        former={input.current}
        isSubmitted={isSubmitted}
        onSubmitted={() => setSubmitted(false)}
      />
    );
  }
  const kind = kindOf(line, page);
  return (
    <QuickLine
      input={input}
      text={text}
      onText={line.change}
      onSubmit={submit}
      onKeyDown={event => {
        const next = kindOfKey(event.nativeEvent);
        if (next) chooseKind(line, next);
        else if (event.key === 'Escape') line.change('');
      }}
      field={{ placeholder: PLACEHOLDERS[kind] + (kind === 'task' && isManager ? ' @ana' : ''), ...NEAR }}
      kinds={<KindSwitch isSmall value={kind} onChange={next => chooseKind(line, next)} />}
      notes={error !== null && <ErrorNote message={messageOf(error)} onRetry={reload} />}
    >
      {null}
    </QuickLine>
  );
}

const whole = createLazyModule(() => import('./whole-line.tsx'));

/** A finger is on the field already when it comes near, and the field must stay under it. */
const NEAR = {
  onFocus: whole.fetchEarly,
  onPointerEnter: ({ pointerType }: { pointerType: string }) => pointerType !== 'touch' && whole.fetchEarly(),
};

const PLACEHOLDERS = {
  task: 'Add a task: bins fri every week',
  item: 'Add an item: milk 2 1.39 #dairy',
  message: '',
  find: '',
};
