interface Row {
  id: string;
  updatedAt?: string;
}

/**
 * The ids of the rows of a list that are new or not as they were. A row that only moved up from a page that was not
 * loaded is neither.
 * @param before the data of the list's query, as `after`: an array, a page or pages.
 * @param field that a row has. Other data has no rows.
 */
export function changedRows(before: unknown, after: unknown, field: string): string[] {
  const [old, now] = [rowsOf(before), rowsOf(after)].map(rows => rows.filter(row => field in row)) as [
    Row[],
    Row[],
  ];
  const known = new Map(old.map(row => [row.id, row]));
  const latest =
    old
      .map(row => row.updatedAt ?? '')
      .sort()
      .at(-1) ?? '';
  return now
    .filter(row => {
      const was = known.get(row.id);
      return was
        ? was !== row && JSON.stringify(was) !== JSON.stringify(row)
        : row.updatedAt === undefined || row.updatedAt > latest;
    })
    .map(({ id }) => id);
}

function rowsOf(data: unknown): Row[] {
  if (Array.isArray(data)) return data.filter(isRow);
  if (typeof data !== 'object' || data === null) return [];
  if ('items' in data) return rowsOf(data.items);
  return 'pages' in data && Array.isArray(data.pages) ? data.pages.flatMap(rowsOf) : [];
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}
