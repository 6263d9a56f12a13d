import { CsvError, parse } from 'csv-parse/sync';
import { DomainError } from './errors.ts';

export interface CsvLine {
  /** Where it begins in the text, from 1: a cell in quotes may go on over several. */
  line: number;
  cells: string[];
}

/**
 * The lines of a table, empty ones left out. A cell that holds the delimiter, a quote or a line break stands
 * in quotes; a quote in the middle of a cell is a quote.
 * @param most lines after which it stops reading.
 * @throws DomainError BAD_REQUEST for a quote that is never closed.
 */
export function readCsv(text: string, delimiter: string, most: number): CsvLine[] {
  const lines: CsvLine[] = [];
  let end = 0;
  try {
    parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      to: most,
      on_record(cells: string[], info) {
        if (cells.some(cell => cell.trim() !== '')) lines.push({ line: end + 1, cells });
        end = info.lines;
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(error, end + 1);
    throw error;
  }
  return lines;
}

function unreadable({ code }: CsvError, line: number): DomainError {
  const reason = code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote is opened and never closed' : 'it cannot be read';
  return new DomainError('BAD_REQUEST', `Line ${line}: ${reason}`);
}
