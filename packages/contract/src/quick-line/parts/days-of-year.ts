import { isDay } from '../../dates/calendar.ts';
import { DAY_NUMBER, MONTH, monthOf, words } from '../words.ts';
import { comingOfMonth, comingOfYear } from './days.ts';
import {
  type Meaning,
  type Part,
  type PartTable,
  type PartWords,
  readByTable,
  UNKNOWN,
  unknown,
} from './part.ts';

/** Which number of 3/12 is the month, by the locale of the reader. */
export type DateOrder = 'mdy' | 'dmy';

/** A date that names its month and day: "dec 24", "24.12.", "12/24", "2026-12-24". */
export function readDayOfYear(text: string, at: number, order: DateOrder): PartWords | null {
  return readByTable(DAYS_OF_YEAR, text, at, order);
}

/** "on the 5th": the coming day with this number. */
export function readDayOfMonth(text: string, at: number): PartWords | null {
  return readByTable(DAYS_OF_MONTH, text, at, null);
}

const MONTH_NAME = `(?<name>${MONTH})`;
const YEAR = '(?:,? (?<year>20\\d\\d))?';
const RANGE = '\\d{1,2} ?[-–] ?\\d{1,2}';

const DAYS_OF_YEAR: PartTable<DateOrder> = [
  [words('24/7'), () => null],
  [words(`(?:${MONTH}) ${RANGE}(?:,? 20\\d\\d)?|${RANGE}(?: of)? (?:${MONTH})`), unknown()],
  [words('\\d{1,2}/\\d{1,2} ?[-–] ?\\d{1,2}/\\d{1,2}|\\d{4}-\\d{2}-\\d{2}T\\S+'), unknown()],
  [words(`(?:the )?${DAY_NUMBER}(?: of)? ${MONTH_NAME}${YEAR}`), readNamedMonth],
  [words(`${MONTH_NAME} (?:the )?${DAY_NUMBER}${YEAR}`), readNamedMonth],
  [
    words('(\\d{4})([-/])(\\d{1,2})\\2(\\d{1,2})'),
    ([, year, , month, number]) => dayOfYear(month, number, year),
  ],
  [
    words('(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}|\\d{2})?'),
    ([, number, month, year]) => dayOfYear(month, number, year),
  ],
  [words('(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?|(\\d{1,2})-(\\d{1,2})-(\\d{4})'), readNumbers],
  [words('(\\d{1,2})\\.(\\d{2})'), readDecimal],
];

function readNamedMonth({ groups }: RegExpExecArray): Meaning {
  return dayOfYear(String(monthOf(groups?.name ?? '')), groups?.number, groups?.year);
}

function readNumbers([said, a, b, year, c, d, longYear]: RegExpExecArray, order: DateOrder): Part {
  const [first, second] = [a ?? c, b ?? d];
  const [month, number] = order === 'mdy' ? [first, second] : [second, first];
  const meaning = dayOfYear(month, number, year ?? longYear);
  // "1/2 lemon" is half a lemon.
  return { meaning, needs: /^(?:1\/[2348]|[23]\/[34]|[357]\/8)$/.test(said) ? 'lastOrMarked' : undefined };
}

/** 24.12 may be a price, so it is no date, but where the day comes first it looks like one. */
function readDecimal([, number, month]: RegExpExecArray, order: DateOrder): Part | null {
  const isDate = order === 'dmy' && dayOfYear(month, number).kind === 'day';
  return isDate ? { meaning: UNKNOWN, needs: 'last' } : null;
}

/** The coming day, unless its year is named. A date that does not exist is marked. */
function dayOfYear(month = '', number = '', year?: string): Meaning {
  const tail = `-${month.padStart(2, '0')}-${number.padStart(2, '0')}`;
  // In a leap year every day of any year exists.
  const day = (year ?? '2000').padStart(4, '20') + tail;
  if (!isDay(day)) return UNKNOWN;
  return { kind: 'day', day: year ? () => day : (_today, from) => comingOfYear(tail, from) };
}

const NTH = '(?<number>\\d{1,2})(?:st|nd|rd|th)(?<month> of (?:the|this) month)?';

const DAYS_OF_MONTH: PartTable = [
  [words(`(?:(?<on>on|by|due(?: on| by)?|from|starting(?: on)?) )?(?<the>the )?${NTH}`), readNth],
];

function readNth({ groups }: RegExpExecArray): Part {
  const number = Number(groups?.number);
  const isPossible = number >= 1 && number <= 31;
  const meaning: Meaning = isPossible
    ? { kind: 'day', day: (_today, from) => comingOfMonth(number, from) }
    : UNKNOWN;
  if (groups?.on || groups?.month) return { meaning, needs: 'lastOrMarked' };
  return { meaning, needs: groups?.the ? 'last' : 'beside' };
}
