import type { KeyboardEvent } from 'react';
import { useChoice } from '../../../ui/form/use-choice.ts';
import type { Item } from '../grocery.ts';
import { ItemChips } from './item-chips.tsx';
import { ItemOffers } from './item-offers.tsx';
import { ItemOptions } from './item-options.tsx';
import { type ItemText, useItemLine } from './use-item-line.ts';
import { type ItemOption, useItemOptions } from './use-item-options.ts';

/**
 * The parts of a line that adds items: chips for what it has understood, items that were bought before, and questions
 * about items that are on the list.
 * @param focus returns the focus to the line, which has it after each action.
 */
export function useItemField(text: ItemText, items: readonly Item[] | undefined, focus: () => void) {
  const line = useItemLine(text, items);
  const { id, isOpen, chosen, show, onArrow, combobox } = useChoice();
  const options = useItemOptions(line.entry, items, isOpen);
  const isShown = isOpen && options.length > 0;

  function act(action: () => void): void {
    action();
    show(false);
    focus();
  }

  /** Without a text, one after the other can be picked. */
  function pick(option: ItemOption): void {
    const isBlank = text.text.trim() === '';
    act(() => line.pick(option));
    if (isBlank) show(true);
  }

  function typed(changed: string): void {
    show(changed.trim() !== '');
  }

  return {
    entry: line.entry,
    change(changed: string): void {
      line.change(changed);
      typed(changed);
    },
    typed,
    submit(): void {
      const option = isShown && options[chosen];
      if (option) pick(option);
      else act(line.submit);
    },
    clear: () => act(line.clear),
    onArrow: (event: KeyboardEvent) => onArrow(event, options.length),
    field: { placeholder: 'Add an item: milk 2 1.39 #dairy', ...combobox(isShown) },
    notes: (
      <ItemOffers offers={line.offers} onAnswer={(offer, answer) => act(() => line.answer(offer, answer))} />
    ),
    parts: (
      <>
        <ItemChips entry={line.entry} onRemove={words => act(() => line.keep(words))} />
        {isShown && <ItemOptions id={id} options={options} chosen={chosen} onPick={pick} />}
      </>
    ),
  };
}
