import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tableOf } from './markdown-table.ts';

/** A page of the documents that holds one table of results. */
export interface ResultsPage {
  path: string;
  head: readonly string[];
  /** First cells of the rows, in their order. Rows with the same first cell are measured together. */
  order: readonly string[];
  /** The text above the table. */
  intro: string;
}

/** Replaces the measured rows, each with its commit. The other rows stay unchanged. */
export function writeResults({ path, head, order, intro }: ResultsPage, rows: readonly string[][]): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const all = Map.groupBy(rowsOf(readFileSync(path, 'utf8'), head.length + 1), ([first]) => first);
  for (const [first, measured] of Map.groupBy(rows, row => row[0]))
    all.set(
      first,
      measured.map(row => [...row, commit]),
    );
  const merged = order.flatMap(first => all.get(first) ?? []);
  writeFileSync(path, `${intro}\n\n${tableOf([...head, 'Commit'], merged)}\n`);
}

/** The rows of a page's table, if the number of columns matches. */
function rowsOf(page: string, columns: number): string[][] {
  const lines = page.split('\n').filter(line => line.startsWith('| '));
  const rows = lines.map(line =>
    line
      .slice(2, -2)
      .split(' | ')
      .map(cell => cell.trim().replaceAll('\\|', '|')),
  );
  return rows.slice(2).filter(row => row.length === columns);
}
