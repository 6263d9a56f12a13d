import { kitchenOwlExport, kitchenOwlItem } from '@onus/contract/transfer/kitchenowl';
import { SHEET_LIMITS, type SheetKind } from '@onus/contract/transfer/sheet-limits';
import { vikunjaProjects, vikunjaTask } from '@onus/contract/transfer/vikunja';
import type { z } from 'zod';

/** Bytes of the entries in one part, as they are sent: with room for the rest of the request. */
const MOST_BYTES = 180_000;

/**
 * An import in parts of which each fits in a request. Exports of other programs have many rows, and much that is not
 * read: it is left out. A table is one part.
 */
export function partsOf(kind: SheetKind, text: string): string[] {
  if (kind === 'vikunja') return partsOfVikunja(text);
  if (kind === 'kitchenowl') return partsOfKitchenOwl(text);
  return [text];
}

function partsOfVikunja(text: string): string[] {
  const projects = vikunjaProjects(jsonOf(text));
  if (!projects) return [text];
  const tasks = projects.flatMap(({ title, tasks }) =>
    (tasks ?? []).map(task => ({ title, tasks: [read(vikunjaTask, task)] })),
  );
  return tasks.length === 0 ? ['[]'] : grouped(tasks).map(part => JSON.stringify(part));
}

function partsOfKitchenOwl(text: string): string[] {
  const found = kitchenOwlExport.safeParse(jsonOf(text));
  if (!found.success) return [text];
  const items = found.data.items.map(item => read(kitchenOwlItem, item));
  return items.length === 0 ? [text] : grouped(items).map(part => JSON.stringify({ items: part }));
}

/** What of an entry is read. One that cannot be read stays as it is: the preview says so. */
function read(schema: z.ZodType, entry: unknown): unknown {
  const known = schema.safeParse(entry);
  return known.success ? JSON.parse(JSON.stringify(known.data, leaveOutEmpty)) : entry;
}

/** Null, false, 0, an empty text and Go's year 1 say the same as nothing. */
function leaveOutEmpty(_key: string, value: unknown): unknown {
  const isYearOne = typeof value === 'string' && value.startsWith('0001-01-01T');
  return value === null || value === false || value === 0 || value === '' || isYearOne ? undefined : value;
}

function grouped<Entry>(entries: readonly Entry[]): Entry[][] {
  const parts: Entry[][] = [];
  let left = 0;
  for (const entry of entries) {
    // The text is sent as a string of JSON once more.
    const bytes = new Blob([JSON.stringify(JSON.stringify(entry))]).size;
    if (parts.length === 0 || left < bytes || parts.at(-1)?.length === SHEET_LIMITS.lines) {
      parts.push([]);
      left = MOST_BYTES;
    }
    left -= bytes;
    parts.at(-1)?.push(entry);
  }
  return parts;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
