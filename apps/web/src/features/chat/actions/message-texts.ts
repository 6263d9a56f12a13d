import { LIMITS } from '@onus/contract/limits/lengths';
import { type QuickItem, readItem } from '@onus/contract/quick-line/item';
import { decimalSeparator } from '../../../lib/words/money.ts';

/** The title and the description of a task: the first line, as far as a title may be long, and the rest. */
export function taskTextsOf(message: string): { title: string; text: string } {
  const text = message.trim();
  const [line = ''] = text.split(/[\r\n]/, 1);
  const title = startOf(line, LIMITS.title);
  return { title: title.trimEnd(), text: text.slice(title.length).trim() };
}

/** An item for each line, as the line above the list reads it. A list's own bullets are no part of the names. */
export function itemsOf(message: string): QuickItem[] {
  return message
    .split(/[\r\n]+/)
    .map(line => line.trim().replace(/^[-*•·]\s+/, ''))
    .filter(line => line !== '')
    .map(line => shortItem(readItem(line, { separator: decimalSeparator() })));
}

function shortItem({ name, section, ...item }: QuickItem): QuickItem {
  return {
    ...item,
    name: startOf(name, LIMITS.itemName).trimEnd(),
    section: section && startOf(section, LIMITS.itemSection),
  };
}

/** At most so many UTF-16 code units from the start: whole words if possible, and never half a character. */
function startOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.slice(0, most + 1).search(/\s\S*$/);
  if (space > most / 2) return text.slice(0, space);
  const isCut = !text.slice(0, most).isWellFormed();
  return text.slice(0, isCut ? most - 1 : most);
}
