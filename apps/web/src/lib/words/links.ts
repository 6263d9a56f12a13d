/** A piece of a text: a link, or the text between links. */
export interface Piece {
  /** The place in the text where it begins. */
  at: number;
  text: string;
  /** The address to open; only http and https. */
  href?: string;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi;

/** Splits a text at its web addresses. All pieces together are the text. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const href = withoutEnd(found);
    if (!URL.canParse(href)) continue;
    if (index > at) pieces.push({ at, text: text.slice(at, index) });
    pieces.push({ at: index, text: href, href });
    at = index + href.length;
  }
  if (at < text.length) pieces.push({ at, text: text.slice(at) });
  return pieces;
}

/** Without the punctuation of the sentence around it. A bracket that the address opens is part of it. */
function withoutEnd(found: string): string {
  const end = found.at(-1) ?? '';
  if (/[.,;:!?'’”…*_]/.test(end)) return withoutEnd(found.slice(0, -1));
  const opening = { ')': '(', ']': '[', '}': '{' }[end];
  if (opening && countOf(found, end) > countOf(found, opening)) return withoutEnd(found.slice(0, -1));
  return found;
}

function countOf(text: string, letter: string): number {
  return text.split(letter).length - 1;
}

/** A task or an item that an address opens. */
export interface LinkedRow {
  kind: keyof typeof PLACES;
  id: string;
}

/** The address that opens a task or an item. In a message it shows as a card. */
export function rowLink({ kind, id }: LinkedRow): string {
  return `${location.origin}${PLACES[kind]}?${kind}=${encodeURIComponent(id)}`;
}

/** The tasks and items that a text links to, each once. */
export function linkedRows(text: string, origin = location.origin): LinkedRow[] {
  const rows = piecesOf(text).flatMap(({ href }) => (href && rowIn(new URL(href), origin)) || []);
  return [...new Map(rows.map(row => [row.id, row])).values()].slice(0, MOST_CARDS);
}

function rowIn({ origin, pathname, searchParams }: URL, here: string): LinkedRow | undefined {
  const kind = KINDS.find(one => PLACES[one] === pathname);
  const id = kind && searchParams.get(kind);
  return origin === here && id ? { kind, id } : undefined;
}

const PLACES = { task: '/dash/tasks', item: '/dash/groceries' } as const;
const KINDS = ['task', 'item'] as const;
const MOST_CARDS = 3;
