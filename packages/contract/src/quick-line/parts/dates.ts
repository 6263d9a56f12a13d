import type { Day } from '../../dates/calendar.ts';
import { MONTH, matchAt, NUMBER, numberOf, WEEKDAY, weekdayOf, words } from '../words.ts';
import { after, coming, endOfMonth, nextMonday, startOfMonth, weekdayIn } from './days.ts';
import { type DateOrder, readDayOfYear } from './days-of-year.ts';
import {
  type Meaning,
  type NamedDay,
  type PartTable,
  type PartWords,
  readByTable,
  UNKNOWN,
  unknown,
} from './part.ts';

export interface DateReader {
  today: Day;
  order: DateOrder;
}

/** The date at a position of the text, if there is one. */
export function readDate(text: string, at: number, reader: DateReader): PartWords | null {
  return (
    readNamedDate(text, at, reader) ??
    readDayOfYear(text, at, reader.order) ??
    readByTable(DATES, text, at, null) ??
    null
  );
}

/** Words that look like a date and are none. After all others. */
export function readDateMark(text: string, at: number): PartWords | null {
  return readByTable(MARKS, text, at, null);
}

const WEEKDAY_BEFORE = new RegExp(`(${WEEKDAY})(?:,\\s*|\\s+)`, 'iy');

/** "fri 13 march". Another weekday than that of the date is marked. */
function readNamedDate(text: string, at: number, { order, today }: DateReader): PartWords | null {
  const name = matchAt(WEEKDAY_BEFORE, text, at)?.[1];
  const dated = name && readDayOfYear(text, WEEKDAY_BEFORE.lastIndex, order);
  if (!dated || dated.needs) return null;
  const { meaning, end } = dated;
  if (meaning.kind !== 'day' || weekdayIn(meaning.day(today, today)) === weekdayOf(name)) return dated;
  return { end, meaning: UNKNOWN };
}

const UNIT = '(?<unit>day|week|month|year)s?';

const DATES: PartTable = [
  [words('today|tod|tonight|this (?:morning|afternoon|evening)'), () => day(today => today)],
  // Two spellings of one word: the second is a name.
  [words('tom'), ([said]) => (said === 'Tom' ? UNKNOWN : inDays(1))],
  [words('tomorrow|tmrw?|tmw'), () => inDays(1)],
  [words('yesterday'), () => inDays(-1)],
  [words('(?:the )?day after tomorrow'), () => inDays(2)],
  [words('(?:the )?day before yesterday'), () => inDays(-2)],
  [
    words(`next (${WEEKDAY})|next week,? (?:on )?(${WEEKDAY})|(${WEEKDAY})(?: of)? next week`),
    ([, next, on, of]) => {
      const days = weekdayOf(next ?? on ?? of ?? '');
      return day(today => after(nextMonday(today), { days }));
    },
  ],
  [
    words(WEEKDAY),
    ([name]) => {
      const meaning = day((_today, from) => coming([weekdayOf(name)], from));
      // English words before they are dates.
      return /^(?:sun|sat|wed)$/i.test(name) ? { meaning, needs: 'last' } : meaning;
    },
  ],
  [words('next week'), () => day(nextMonday)],
  [words('next month'), () => day(today => startOfMonth(today, 1).toString())],
  [words('next year'), () => day(today => startOfMonth(today, 12).set({ month: 1 }).toString())],
  // On a Sunday the weekend is today.
  [words('(?:this|(?:on|at|over) the) weekend'), () => day(today => coming([5, 6], today))],
  [words('next weekend'), () => day(today => after(nextMonday(today), { days: 5 }))],
  [
    words('(?:the )?(?:end|last day) of (?:(?:the|this) )?month|eom'),
    () => ({ ...day(today => endOfMonth(today)), isMonthEnd: true }),
  ],
  [words('(?:the )?end of next month'), () => ({ ...day(today => endOfMonth(today, 1)), isMonthEnd: true })],
  [words('(?:the )?end of (?:(?:the|this) )?year'), () => day(today => `${today.slice(0, 4)}-12-31`)],
  [words(`in (?<count>${NUMBER}) ${UNIT}`), readDistance],
  [words(`(?<count>${NUMBER}) ${UNIT} from (?:now|today)`), readDistance],
];

const FEW = `(?:(?:a )?(?:few|couple(?: of)?)|${NUMBER})`;
const PERIOD = '(?:hour|hr|minute|min|day|week|month|year|weekend|quarter)s?';

/** "day" is left out after "last", as in "last day of school". */
const MARKS: PartTable = [
  [
    words(
      `(?:last|past|this|coming|next|following) (?:${FEW} days|(?:${FEW} )?(?:weekend|week|month|year|quarter)s?|${WEEKDAY})`,
    ),
    unknown(),
  ],
  [words(`(?:in|within|after) ${FEW} ${PERIOD}`), unknown()],
  [words(`in ${FEW} (?:day|week|month|year)(?:['’]s|s['’]?) time`), unknown()],
  [
    words('(?:on )?(?:the )?(?:first|second|third|last) of (?:the|this|every|each|next) (?:week|month|year)'),
    unknown(),
  ],
  [words(`${FEW} ${PERIOD} (?:ago|from (?:now|today|tomorrow|${WEEKDAY}))`), unknown()],
  [words(`(?:the )?week after next|eo[dwy]`), unknown()],
  [
    words(`(?:the )?(?:end|start|beginning|middle) of (?:the |this |next )?(?:day|week|month|year|${MONTH})`),
    unknown(),
  ],
  [
    words(`(?:in|by|until|till?|before|next|last|this|early|mid|late)[ -](?:${MONTH})(?: 20\\d\\d)?`),
    unknown(),
  ],
  [words(`(?:${MONTH}) 20\\d\\d|(?:in|by|until|till?|before|ending(?: in)?) 20\\d\\d`), unknown()],
  // More digits than any number here.
  [words('in \\d{6,} (?:day|week|month|year)s?'), unknown()],
  [words('(?:on|at) the last day'), unknown('beside')],
  [words(`(?:for )?(?:${NUMBER}) (?:times|days?|weeks?|months?|years?)`), unknown('afterRepeat')],
  // Several weekdays without a recurrence.
  [words(`(?:${WEEKDAY})(?:[/&+,–-](?:${WEEKDAY})){1,6}`), unknown()],
];

function readDistance({ groups }: RegExpExecArray): Meaning {
  const count = numberOf(groups?.count ?? '');
  if (count === 0) return UNKNOWN;
  const unit = `${groups?.unit?.toLowerCase()}s`;
  return day(today => after(today, { [unit]: count }));
}

function inDays(days: number): Meaning {
  return day(today => after(today, { days }));
}

function day(named: NamedDay): Extract<Meaning, { kind: 'day' }> {
  return { kind: 'day', day: named };
}
