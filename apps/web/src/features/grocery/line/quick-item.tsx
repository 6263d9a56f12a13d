import { useRef } from 'react';
import { QuickLine } from '../../../ui/form/quick-line.tsx';
import type { Item } from '../grocery.ts';
import { useItemField } from './use-item-field.tsx';
import { useItemText } from './use-item-line.ts';

/**
 * The line above the list. Enter adds what was typed and clears the line at once; Escape clears it. Below the line are
 * items that were bought before.
 */
export function QuickItem({ items }: { items: readonly Item[] | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const line = useItemText();
  const item = useItemField(line, items, () => input.current?.focus());
  return (
    <QuickLine
      input={input}
      text={line.text}
      onText={item.change}
      onSubmit={item.submit}
      onKeyDown={event => (event.key === 'Escape' ? item.clear() : item.onArrow(event))}
      field={item.field}
      notes={item.notes}
    >
      {item.parts}
    </QuickLine>
  );
}
