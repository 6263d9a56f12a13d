import type { Day } from '../../dates/calendar.ts';
import { MONTH, matchAt, NUMBER, numberOf, ORDINAL, WEEKDAY, WEEKDAYS, weekdayOf, words } from '../words.ts';
import { coming, comingOfMonth, endOfMonth } from './days.ts';
import { type DateOrder, readDayOfYear } from './days-of-year.ts';
import {
  type Meaning,
  type Part,
  type PartTable,
  type PartWords,
  type Repeat,
  type RepeatType,
  readByTable,
  UNKNOWN,
  unknown,
} from './part.ts';

/** The recurrence at a position of the text, if there is one. */
export function readRepeat(text: string, at: number, order: DateOrder): PartWords | null {
  const found = readEveryYear(text, at, order) ?? readByTable(REPEATS, text, at, null);
  if (found?.meaning.kind !== 'repeat') return found;
  // "every day except fri" is not every day.
  return matchAt(EXCEPT, text, found.end) ? { end: EXCEPT.lastIndex, meaning: UNKNOWN } : found;
}

const EVERY = '(?:every|each)!?';
const EXCEPT = new RegExp(
  `\\s+(?:except|excluding|apart\\s+from|other\\s+than|but\\s+not|but(?=\\s+(?:on\\s+)?(?:${WEEKDAY}|weekends?)\\b))(?:\\s+(?:on\\s+)?(?:${WEEKDAYS}|${WEEKDAY}|weekends?)\\b)?`,
  'iy',
);
const EVERY_YEAR = /(?:every|each)!?\s+/iy;

/** "every dec 24". */
function readEveryYear(text: string, at: number, order: DateOrder): PartWords | null {
  const match = matchAt(EVERY_YEAR, text, at);
  const dated = match && readDayOfYear(text, EVERY_YEAR.lastIndex, order);
  if (!dated) return null;
  const { end, meaning, needs } = dated;
  if (meaning.kind !== 'day' || needs) return { end, meaning: UNKNOWN };
  return {
    end,
    meaning: repeat('yearly', { from: fromOf(match[0]), first: from => meaning.day(from, from) }),
  };
}

const UNIT = '(?<unit>day|week|fortnight|month|quarter|year)s?';
const COUNT = `(?:(?<count>${NUMBER}|${ORDINAL}|other|alternate|single) )?`;
const COMPLETION = '(?: (?:after|from) completion)?';
const WORKDAY = '(?:week|work|(?:working|business) )days?';
const DAY_NAME = `(?:${WEEKDAYS}|${WEEKDAY}|${WORKDAY}|weekends?)`;
const BETWEEN = '(?: ?[,&+/] ?(?:and )?| (?:and|or) | )';
const SET = `${DAY_NAME}(?:${BETWEEN}${DAY_NAME}){0,8}`;
const SEVERAL = `${DAY_NAME}(?:${BETWEEN}${DAY_NAME}){1,8}`;
const SPAN = `(?:${WEEKDAY}|${WEEKDAYS})(?: ?[-–] ?| (?:to|through) )(?:${WEEKDAY}|${WEEKDAYS})`;
const NTH = '(?<number>\\d{1,2})(?:st|nd|rd|th)';
const NTHS = '\\d{1,2}(?:st|nd|rd|th)(?:(?: ?,| ?&| and| or)(?: and)?(?: the)? \\d{1,2}(?:st|nd|rd|th)){1,6}';
const OF_MONTH = ' of (?:the|every|each) month';

const ADVERBS: Readonly<Record<string, readonly [number, string]>> = {
  daily: [1, 'day'],
  weekly: [1, 'week'],
  fortnightly: [2, 'week'],
  monthly: [1, 'month'],
  quarterly: [3, 'month'],
  yearly: [1, 'year'],
  annually: [1, 'year'],
};

const REPEATS: PartTable = [
  [words(`${EVERY} ${COUNT}weeks?,? (?:on )?(?:(?<span>${SPAN})|(?<set>${SEVERAL}))`), readSet],
  // Every second one of the five days is in no week the same.
  [words(`${EVERY} (?:other|alternate) ${WORKDAY}`), unknown()],
  [words(`weekly,? on (?:(?<span>${SPAN})|(?<set>${SET}))`), readSet],
  [
    words(`${EVERY} (?:(?<count>other|alternate) )?(?:(?<span>${SPAN})|(?<set>${SET}))${COMPLETION}`),
    readSet,
  ],
  [
    words(
      `${EVERY} (?:last day|end)(?: of (?:(?:the|every|each|a) )?month)?|(?:on )?(?:the )?(?:last day|end) of ${EVERY} month|(?:${EVERY} ${COUNT}months?|monthly),? (?:on|at) the (?:last day|end)(?: of the month)?`,
    ),
    readMonthEnd,
  ],
  // One task has one day of the month.
  [words(`(?:on )?(?:${EVERY} |the )?${NTHS}(?:${OF_MONTH})?`), unknown()],
  [words(`(?:on )?(?:the )?${NTH} of (?:every|each)!? month`), readMonthDay],
  [words(`${EVERY} ${COUNT}${UNIT}${COMPLETION}`), readCount],
  [words(`once an? ${UNIT}`), readCount],
  [words(`${EVERY} (?:${ORDINAL}) ${DAY_NAME}(?:${OF_MONTH})?`), unknown()],
  [
    words(`${EVERY} (?:the )?${NTH}(?:${OF_MONTH})?`),
    found => ({ meaning: readMonthDay(found), needs: 'lastOrMarked' }),
  ],
  [words(Object.keys(ADVERBS).join('|')), readAdverb],
  [words(`on (?<set>${WEEKDAYS}(?:${BETWEEN}${WEEKDAYS}){0,8}|weekdays|weekends)`), readSet],
  [
    words(`(?<set>${WEEKDAYS}(?:${BETWEEN}${WEEKDAYS}){0,8}|weekdays|weekends)`),
    found => ({ meaning: readSet(found), needs: 'lastOrMarked' }),
  ],
  ...marks(),
];

/** Recurrences that a task cannot have. */
function marks(): PartTable {
  const number = `\\d[\\d.,–-]*(?:st|nd|rd|th)?|${NUMBER}|${ORDINAL}`;
  const between = `(?:(?:${number}|last|other|few|couple|several|of|to|the|half|working|business|school|odd|even) ){0,6}`;
  const time =
    '(?:hour|minute|min|day|week|month|year|morning|afternoon|evening|night|noon|spring|summer|autumn|winter)s?';
  const unit = `(?:${time}|quarters?|fortnights?|${DAY_NAME}|${MONTH})`;
  const of = ` (?:of|in) (?:(?:the|a|each|every|this|next) )?(?:month|year|quarter|week|${MONTH})`;
  return [
    [words(`${EVERY} ${between}${unit}(?:${of})?`), unknown()],
    [words(`(?:on )?(?:the )?(?:${ORDINAL}|last) (?:(?:${DAY_NAME}|week)${of}|(?:${WEEKDAY}))`), unknown()],
    [words(`(?:on )?(?:the )?(?:${WEEKDAY})(?: ?[-–] ?| to | through )(?:${WEEKDAY})`), unknown()],
    [
      words(
        `(?:once|twice|(?:${NUMBER}) times|several times) (?:(?:an?|per|each|every) (?:hour|${UNIT})|daily|weekly|monthly|yearly)`,
      ),
      unknown(),
    ],
    [
      words('hourly|nightly|bi-?weekly|bi-?monthly|bi-?annually|semi-?annually|half-?yearly'),
      unknown('last'),
    ],
  ];
}

function readCount({ 0: said, groups }: RegExpExecArray): Meaning {
  return every(countOf(groups), groups?.unit ?? '', said);
}

/** Adjectives before they are recurrences: "weekly report". */
function readAdverb([said]: RegExpExecArray): Part {
  const [count, unit] = ADVERBS[said.toLowerCase()] ?? [1, 'day'];
  return { meaning: every(count, unit, said), needs: 'last' };
}

function readMonthDay({ 0: said, groups }: RegExpExecArray): Meaning {
  const number = Number(groups?.number);
  if (number < 1 || number > 31) return UNKNOWN;
  return repeat('monthly', { from: fromOf(said), first: from => comingOfMonth(number, from) });
}

/** From completion, the day of completion decides, which is no last day. */
function readMonthEnd({ 0: said, groups }: RegExpExecArray): Meaning {
  const every = countOf(groups);
  if (fromOf(said) === 'done' || every < 1 || every > LONGEST_EVERY) return UNKNOWN;
  return repeat('monthly', { every, isMonthEnd: true, first: day => endOfMonth(day) });
}

/** One weekday is a weekly task. */
function readSet({ 0: said, groups }: RegExpExecArray): Meaning {
  const weekdays = groups?.span ? spanned(groups.span) : (groups?.set?.match(NAMES) ?? []).flatMap(named);
  const days = [...new Set(weekdays)].sort();
  const rule = { every: countOf(groups), from: fromOf(said), first: (from: Day) => coming(days, from) };
  if (rule.every < 1 || rule.every > LONGEST_EVERY) return UNKNOWN;
  return days.length === 1
    ? repeat('weekly', rule)
    : repeat('weekdays', { ...rule, days: days.map(day => day + 1) });
}

const NAMES = new RegExp(`\\b(?:${DAY_NAME})\\b`.replaceAll(' ', '\\s+'), 'gi');

function named(name: string): number[] {
  if (/^w(?:eekd|or)|^bus/i.test(name)) return [0, 1, 2, 3, 4];
  return /^weekend/i.test(name) ? [5, 6] : [weekdayOf(name)];
}

function spanned(span: string): number[] {
  const [first = 0, last = 0] = (span.match(NAMES) ?? []).flatMap(named);
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, days) => (first + days) % 7);
}

function countOf(groups: RegExpExecArray['groups']): number {
  const count = groups?.count?.trim().toLowerCase();
  if (count === 'other' || count === 'alternate') return 2;
  return count && count !== 'single' ? numberOf(count) : 1;
}

/** "every!" and "from completion". */
function fromOf(said: string): Repeat['from'] {
  return /!|completion$/i.test(said) ? 'done' : 'due';
}

function every(count: number, unit: string, said: string): Meaning {
  const from = fromOf(said);
  const name = unit.toLowerCase();
  if (name === 'day') {
    if (count < 1 || count > LONGEST_INTERVAL) return UNKNOWN;
    return count === 1 ? repeat('daily', { from }) : repeat('interval', { from, interval: count });
  }
  const [type, units] = UNITS[name] ?? ['weekly', 1];
  const rule = { from, every: count * units };
  return rule.every < 1 || rule.every > LONGEST_EVERY ? UNKNOWN : repeat(type, rule);
}

const UNITS: Readonly<Record<string, readonly [RepeatType, number]>> = {
  week: ['weekly', 1],
  fortnight: ['weekly', 2],
  month: ['monthly', 1],
  quarter: ['monthly', 3],
  year: ['yearly', 1],
};

function repeat(type: RepeatType, rule: Partial<Repeat>): Meaning {
  const plain = { interval: 1, every: 1, days: [], from: 'due', isMonthEnd: false } as const;
  return { kind: 'repeat', repeat: { type, ...plain, first: from => from, ...rule } };
}

/** The limits of the server. */
const LONGEST_INTERVAL = 36_500;
const LONGEST_EVERY = 1000;
