import { type RefObject, useEffect, useEffectEvent } from 'react';
import { idOf, selected, type ToolsProps, type Wanted } from './selected.ts';
import { dropMissing, endSelection, isTask, nextPlace, selectTo, toggleSelected } from './selection.ts';

/** Selects the rows of a list as the person wants. The selection ends with the list. */
export function useSelecting(
  { rows, box, focus, wanted, onTaken }: ToolsProps,
  bar: RefObject<HTMLElement | null>,
) {
  function select(next: Wanted): void {
    const active = rows.findIndex(({ id }) => id === focus.activeId());
    const to = 'to' in next ? rows.findIndex(({ id }) => id === next.to) : placeBy(next.by, active);
    if (to === undefined || to < 0) return;
    selectTo(rows, to, rows[active]?.id);
    focus.moveTo(to);
  }

  const take = useEffectEvent((all: readonly Wanted[]) => {
    for (const next of all) select(next);
    onTaken();
  });

  function placeBy(by: 1 | -1, active: number): number | undefined {
    if (active < 0) return nextPlace(rows, focus.firstInSight() - 1, 1);
    return nextPlace(rows, active, by) ?? active;
  }

  useEffect(() => {
    if (wanted.length > 0) take(wanted);
  }, [wanted]);
  useEffect(() => dropMissing(rows));
  useEffect(() => endSelection, []);

  /** While rows are selected, a tap on another one selects that too. */
  const onClick = useEffectEvent((event: MouseEvent) => {
    const id = selected.get().size > 0 && !event.shiftKey ? idOf(event.target) : undefined;
    const isOnBox = event.target instanceof Element && event.target.closest('[data-selected]');
    const row = rows.find(one => one.id === id);
    if (isTask(row) && !isOnBox) toggleSelected(row.id);
  });
  useEffect(() => {
    const list = box.current;
    const press = (event: MouseEvent) => onClick(event);
    list?.addEventListener('click', press);
    return () => list?.removeEventListener('click', press);
  }, [box]);

  /** The focus of a keyboard goes from the bar and its menu back to the list. */
  function end(): void {
    const ids = selected.get();
    const last = rows.findLastIndex(({ id }) => ids.has(id));
    const isFromBar =
      bar.current?.matches(':has(:focus-visible)') ||
      document.activeElement?.matches('[role=menu] :focus-visible');
    endSelection();
    if (isFromBar) focus.moveTo(last);
  }

  return { end };
}
