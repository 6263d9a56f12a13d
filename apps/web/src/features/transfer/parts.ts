import { SHEET_LIMITS, type SheetKind } from '@onus/contract/transfer/sheet-limits';

/** Bytes of the entries in one part, as they are sent: with room for the rest of the request. */
const MOST_BYTES = 180_000;

/**
 * What is read of an export of Vikunja (the contract's `vikunjaTask`) and of KitchenOwl, at any depth. The schemas
 * themselves would be part of every first visit.
 */
const READ = new Set([
  ...['items', 'name', 'category'],
  ...['title', 'tasks', 'description', 'done', 'due_date', 'start_date', 'end_date'],
  ...['repeat_after', 'repeat_mode', 'priority', 'percent_done', 'assignees', 'username', 'email'],
  ...['labels', 'reminders', 'reminder', 'comments', 'comment', 'author', 'attachments', 'file'],
  ...['related_tasks', 'parenttask'],
]);

/**
 * An import in parts of which each fits in a request. Exports of other programs have many rows, and much that is not
 * read: it is left out. A table is one part, and so is what is no export: the server says so.
 */
export function partsOf(kind: SheetKind, text: string): string[] {
  if (kind === 'vikunja') return partsOfVikunja(text);
  if (kind === 'kitchenowl') return partsOfKitchenOwl(text);
  return [text];
}

function partsOfVikunja(text: string): string[] {
  const projects = listIn(jsonOf(text))?.flatMap(one => [one, ...(listIn(fieldOf(one, 'projects')) ?? [])]);
  const tasks = projects?.flatMap(project =>
    (listIn(fieldOf(project, 'tasks')) ?? []).map(task => ({
      title: fieldOf(project, 'title'),
      tasks: [task],
    })),
  );
  if (!tasks || tasks.length === 0) return [text];
  return grouped(tasks).map(part => written(part));
}

function partsOfKitchenOwl(text: string): string[] {
  const items = listIn(fieldOf(jsonOf(text), 'items'));
  if (!items || items.length === 0) return [text];
  return grouped(items).map(part => written({ items: part }));
}

function listIn(value: unknown): unknown[] | null {
  return Array.isArray(value) ? value : null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** As JSON, with only what is read. Null, false, 0, an empty text and Go's year 1 say the same as nothing. */
function written(value: unknown): string {
  return JSON.stringify(value, function keep(this: unknown, key, one) {
    if (!Array.isArray(this) && key !== '' && !READ.has(key)) return undefined;
    const isYearOne = typeof one === 'string' && one.startsWith('0001-01-01T');
    const isEmpty = one === null || one === false || one === 0 || one === '' || isYearOne;
    return isEmpty && !Array.isArray(this) ? undefined : one;
  });
}

function grouped<Entry>(entries: readonly Entry[]): Entry[][] {
  const parts: Entry[][] = [];
  let left = 0;
  for (const entry of entries) {
    // The text is sent as a string of JSON once more.
    const bytes = new Blob([JSON.stringify(written(entry))]).size;
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
