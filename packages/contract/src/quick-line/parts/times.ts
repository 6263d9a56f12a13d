import { words } from '../words.ts';
import { type Part, type PartTable, type PartWords, readByTable, UNKNOWN, unknown } from './part.ts';

/** The time of day at a position of the text. It is the reader's wall clock. */
export function readTime(text: string, at: number): PartWords | null {
  return readByTable(TIMES, text, at, null);
}

const HALF_OF_DAY = '[ap]m|[ap]\\.m\\.?';
const CLOCK = `\\d{1,2}(?:[:.]\\d{2} ?(?:${HALF_OF_DAY})|:\\d{2}| ?(?:${HALF_OF_DAY}))`;
const AT = '(?:(?:at|by) |@ ?)?';
const ZONES = 'utc|gmt|cet|cest|bst|wet|eet|[ecmp][sd]?t';

/** First the longer ones, which are none of ours: a range, another zone, half of an interval. */
const TIMES: PartTable = [
  [
    words(`(?:(?:at|from) )?\\d{1,2}(?:[:.]\\d{2})?(?: ?(?:${HALF_OF_DAY}))? ?(?:-|–|to) ?${CLOCK}`),
    unknown('edge'),
  ],
  [words(`${AT}${CLOCK} ?(?:z|${ZONES})`), unknown('edge')],
  [words(`(?:until|till?|before|after|from|around|about) (?:${CLOCK}|noon|midnight)`), unknown('edge')],
  [
    words(
      `${AT}(?<hour>\\d{1,2})(?:[:.](?<minute>\\d{2}))? ?(?<half>${HALF_OF_DAY})|${AT}(?<long>\\d{1,2}):(?<rest>\\d{2})`,
    ),
    readClock,
  ],
  [words(`${AT}(?:noon|midday)`), () => time(12, 0)],
  // The midnight before the day or after it.
  [words(`${AT}midnight`), unknown('edge')],
  [words("at (?:\\d{1,2}(?:\\.\\d{2})?|\\d{4})|(?:at )?\\d{1,2} o['’]?clock"), unknown('edge')],
  // "9.30" may be a price and "3:2" a score, so they are marked beside a date only.
  [words('(?:at|by) \\d{1,2}:\\d|(?:(?:at|by) |@ ?)?\\d{1,2}h(?:\\d{2})?'), unknown('edge')],
  [words('(?:[01]?\\d|2[0-3])\\.[0-5]\\d|\\d{1,2}:\\d'), unknown('beside')],
  [words('(?:at )?(?:half|quarter) (?:past|to) \\S+'), unknown('edge')],
  [words('(?:in the |at )?(?:morning|afternoon|evening|night|lunchtime|lunch)'), unknown('after')],
];

function readClock({ groups }: RegExpExecArray): Part {
  const { hour, minute = '0', half, long, rest } = groups ?? {};
  if (long) return time(Number(long), Number(rest));
  const hours = Number(hour);
  if (hours < 1 || hours > 12) return { meaning: UNKNOWN, needs: 'edge' };
  return time((hours % 12) + (/^p/i.test(half ?? '') ? 12 : 0), Number(minute));
}

function time(hour: number, minute: number): Part {
  if (hour > 23 || minute > 59) return { meaning: UNKNOWN, needs: 'edge' };
  const said = [hour, minute].map(part => String(part).padStart(2, '0')).join(':');
  return { meaning: { kind: 'time', time: said }, needs: 'edge' };
}
