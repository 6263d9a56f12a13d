import type { ExportFile } from './export-schema.ts';

// Separate from the schema, because the browser joins the pages and must not load zod for it.

type Rows = Pick<ExportFile, 'people' | 'tasks' | 'groceries' | 'conversations' | 'messages'>;

/** A page of an export: some rows and the people that they name. */
export interface ExportPage extends ExportFile {
  /** Null on the last page. */
  nextCursor: string | null;
}

/** Joins the pages of an export to one file with the head of the first page. */
export function joinPages([first, ...more]: readonly [ExportPage, ...ExportPage[]]): ExportFile {
  const { nextCursor: _next, ...head } = first;
  const pages = [first, ...more];
  return {
    ...head,
    people: joinPeople(pages.flatMap(page => page.people)),
    ...rowsOf(pages, 'tasks'),
    ...rowsOf(pages, 'groceries'),
    ...rowsOf(pages, 'conversations'),
    ...rowsOf(pages, 'messages'),
  };
}

function rowsOf<Key extends keyof Rows>(pages: readonly ExportPage[], key: Key): Pick<Rows, Key> {
  return { [key]: pages.flatMap<Rows[Key][number]>(page => page[key]) } as Pick<Rows, Key>;
}

/** Merges a person from several pages, some of which have only the id. */
function joinPeople(named: Rows['people']): Rows['people'] {
  const people = new Map<string, Rows['people'][number]>();
  for (const one of named) {
    const known = people.get(one.id) ?? one;
    people.set(one.id, {
      id: one.id,
      username: one.username ?? known.username,
      email: one.email ?? known.email,
      manager: one.manager ?? known.manager,
      account: one.account ?? known.account,
    });
  }
  return [...people.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}
