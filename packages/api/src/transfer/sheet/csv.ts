import { atMost } from '@onus/contract/limits/budgets';
import { SHEET_BUDGETS } from '@onus/contract/limits/sheet-budgets';
import { CsvError, type Info, type Options, parse as parser } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import type { Pausing } from '../../core/access.ts';
import { DomainError } from '../../core/errors.ts';

export interface CsvLine {
  /** Where it begins in the text, from 1: a cell in quotes may go on over several. */
  line: number;
  cells: string[];
}

/** Characters that are read in one piece: some milliseconds. */
const CHUNK = 8_000;
/** Characters of one line, those of its longest texts several times: its cells are all made at once. */
const LONGEST_LINE = 40_000;
/** A longer first line is no line of names. */
const LONGEST_HEADER = 3_000;

/**
 * The lines of a table, empty ones left out, read in several pieces. A cell that holds the
 * delimiter, a quote or a line break stands in quotes; a quote in the middle of a cell is a quote.
 * @throws DomainError BAD_REQUEST for a quote that is never closed, and for too many columns.
 */
export async function readCsv({ pause }: Pausing, text: string, delimiter: string): Promise<CsvLine[]> {
  const lines: CsvLine[] = [];
  let [end, isWide] = [0, false];
  const reading = parser({
    ...optionsFor(delimiter),
    on_record(cells: string[], info: Info) {
      isWide ||= cells.length > SHEET_BUDGETS.sheetColumns.most;
      if (!isWide && cells.some(cell => cell.trim() !== '')) lines.push({ line: end + 1, cells });
      end = info.lines;
      return null;
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  reading.once('error', reject).once('end', resolve).resume();
  // A failure is awaited below, after the chunks.
  promise.catch(() => {});
  for (let at = 0; at < text.length && !isWide && !reading.destroyed; at += CHUNK) {
    reading.write(text.slice(at, at + CHUNK));
    await pause();
  }
  if (isWide)
    throw new DomainError('BAD_REQUEST', `${atMost(SHEET_BUDGETS.sheetColumns)}. Remove some of them.`);
  reading.end();
  try {
    await promise;
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(error, end + 1);
    throw error;
  }
  return lines;
}

/** The names in the first line; none where it cannot be read. */
export function readHeader(text: string, delimiter: string): string[] {
  try {
    const [header = []] = parse(text.slice(0, LONGEST_HEADER), {
      ...optionsFor(delimiter),
      to: 1,
    }) as string[][];
    return header;
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

function optionsFor(delimiter: string): Options {
  return {
    bom: true,
    delimiter,
    max_record_size: LONGEST_LINE,
    relax_column_count: true,
    relax_quotes: true,
  };
}

function unreadable({ code }: CsvError, line: number): DomainError {
  const reason = REASONS[code] ?? 'it cannot be read';
  return new DomainError('BAD_REQUEST', `Line ${line}: ${reason}`);
}

const REASONS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_MAX_RECORD_SIZE: `it is longer than ${LONGEST_LINE.toLocaleString('en-US')} characters`,
};
