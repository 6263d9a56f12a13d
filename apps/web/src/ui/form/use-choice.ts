import { type KeyboardEvent, useId, useState } from 'react';

/** The option that the arrow keys have chosen from a list below a line. None is chosen at first. */
export function useChoice() {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);

  function show(open: boolean): void {
    setIsOpen(open);
    setChosen(-1);
  }

  /** @param count of the options. Before the first one and after the last one no option is chosen. */
  function onArrow(event: KeyboardEvent, count: number): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    setIsOpen(true);
    const places = count + 1;
    setChosen(((chosen + 1 + step + places) % places) - 1);
  }

  /** The props of the line. @param isShown whether there is a list. */
  function combobox(isShown: boolean) {
    return {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isShown,
      'aria-controls': isShown ? id : undefined,
      'aria-activedescendant': isShown && chosen >= 0 ? optionId(id, chosen) : undefined,
      onClick: () => setIsOpen(true),
      onBlur: () => show(false),
    } as const;
  }

  return { id, isOpen, chosen, show, onArrow, combobox };
}

/** The id of an option. @param list the id of the list. */
export function optionId(list: string, place: number): string {
  return `${list}-${place}`;
}
