import { type CreateItem, createItemInput } from '@onus/contract/grocery';
import { itemKey } from '@onus/contract/quick-line/item';
import { kitchenOwlItem } from '@onus/contract/transfer/kitchenowl';
import { sentenceOf } from '../../../core/input-error.ts';
import { findKnown } from '../../../grocery/suggest.ts';
import type { CsvLine } from '../csv.ts';
import { jsonOf } from '../json.ts';
import type { Line, Table } from '../lines.ts';
import type { Reader, Sheet } from '../sheet.ts';

/** Items that are read in one turn of the event loop. */
const TOGETHER = 10;

/** The items that are not suggested yet, each once, with the category as the section. */
export async function readKitchenOwl(ctx: Reader, { lines }: Table, sheet: Sheet): Promise<Sheet> {
  const known = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (at % TOGETHER === 0) await ctx.pause();
    const read = readItem(line);
    if ('reasons' in read) {
      sheet.refused.push(...read.reasons.map(reason => ({ line: line.line, reason })));
      continue;
    }
    const key = itemKey(read.input.name);
    if (known.has(key) || ctx.read((db, scope) => findKnown(db, scope, key))) {
      sheet.refused.push({ line: line.line, reason: `${read.input.name} is suggested already` });
    } else sheet.items.push(read);
    known.add(key);
  }
  return sheet;
}

function readItem({ line, cells: [text = ''] }: CsvLine): Line<CreateItem> | { reasons: string[] } {
  const item = kitchenOwlItem.safeParse(jsonOf(text));
  if (!item.success) return { reasons: ['This item cannot be read: it has no name'] };
  const { name, category } = item.data;
  const input = createItemInput.safeParse({ name, section: category || null });
  return input.success
    ? { line, input: input.data, done: false }
    : { reasons: input.error.issues.map(sentenceOf) };
}
