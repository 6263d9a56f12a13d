import { pick, type Random } from '../../../lib/seeded-random.ts';
import { addDays, dayOfMonth, isAnchor, type Series } from './calendar-model.ts';

/** How a task of a history repeats. */
export interface Rule extends Pick<Series, 'interval' | 'days' | 'every' | 'fromDone'> {
  type: Series['type'] | 'none';
  /** The day of the month that is named; null for none. */
  anchor: number | null;
}

export function someRule(random: Random, mayBeOff: boolean): Rule {
  const types: Rule['type'][] = ['daily', 'weekly', 'monthly', 'interval', 'weekdays', 'yearly'];
  if (mayBeOff) types.push('none');
  const type = pick(random, types);
  const days = [1, 2, 3, 4, 5, 6, 7].filter(() => random(3) === 0);
  return {
    type,
    interval: type === 'interval' ? 1 + random(40) : 1,
    days: days.length > 0 ? days : [1 + random(7)],
    every: 1 + random(3),
    fromDone: random(3) === 0,
    anchor: pick(random, ANCHORS),
  };
}

/** Sends the interval only for the type `interval`. All else is sent for every type. */
export function fieldsOf({ type, interval, days, every, fromDone, anchor }: Rule) {
  return {
    recurrenceType: type,
    ...(type === 'interval' ? { recurrenceInterval: interval } : {}),
    ...(anchor === null ? {} : { recurrenceAnchor: anchor }),
    recurrenceDays: [...days],
    recurrenceEvery: every,
    recurrenceFrom: fromDone ? ('done' as const) : ('due' as const),
  };
}

export function seriesOf(rule: Rule, first: string, end: string | null): Series | null {
  const { type, interval, days, every, fromDone } = rule;
  if (type === 'none') return null;
  const anchor = (hasAnchor(rule) && rule.anchor) || dayOfMonth(first);
  return { type, interval, days, every, fromDone, first, anchor, end, ended: false, changes: 0 };
}

function hasAnchor({ type, fromDone }: Pick<Rule, 'type' | 'fromDone'>): boolean {
  return (type === 'monthly' || type === 'yearly') && !fromDone;
}

/** Another "every" keeps the last day of the month, and any other day that the task is still on. */
export function keptAnchor(old: Series | null, rule: Rule, due: string): number | null {
  if (!old || old.type !== rule.type || !hasAnchor(old) || !hasAnchor(rule)) return null;
  return (old.type === 'monthly' && old.anchor === 31) || isAnchor(due, old.anchor) ? old.anchor : null;
}

/** For two rules of the same type: what means nothing for it makes no difference. */
export function isSameRhythm(old: Series | null, rule: Rule): boolean {
  if (old === null || rule.type === 'none') return true;
  if (rule.fromDone !== old.fromDone) return false;
  if (hasAnchor(rule) && rule.anchor !== null && rule.anchor !== old.anchor) return false;
  if (rule.type === 'interval') return rule.interval === old.interval;
  if (rule.type === 'weekdays' && rule.days.join() !== old.days.join()) return false;
  return rule.type === 'daily' || rule.every === old.every;
}

/** Days that calendars often get wrong: ends of months, leap days, New Year and clock changes. */
export const HARD_DAYS: readonly string[] = [
  ...['2031-01-31', '2031-02-28', '2031-03-09', '2031-03-30', '2031-10-26', '2031-11-02', '2031-12-31'],
  ...['2032-01-30', '2032-02-28', '2032-02-29', '2032-03-28', '2032-04-30', '2032-12-31'],
].flatMap(day => [addDays(day, -1), day, addDays(day, 1)]);

const ANCHORS = [null, null, null, 31, 31, 15];
