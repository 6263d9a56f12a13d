import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** The visible rows, plus a row with an open form and the focused row. */
export function visibleAndKept(
  range: Range,
  items: readonly { id: string }[],
  kept: readonly (string | undefined)[],
): number[] {
  const visible = defaultRangeExtractor(range);
  const others = kept
    .filter(id => id !== undefined)
    .map(id => items.findIndex(item => item.id === id))
    .filter(index => index >= 0 && !visible.includes(index));
  return others.length === 0 ? visible : [...new Set([...visible, ...others])].sort((a, b) => a - b);
}
