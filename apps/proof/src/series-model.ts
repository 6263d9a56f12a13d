import { addDays, dayOfMonth, nextDate, type Series } from './calendar-model.ts';

/** One task of a history, as the rules of the calendar have it. */
export interface Occurrence {
  /** Which task of the product it is; null until the product has shown it. */
  id: string | null;
  title: string;
  due: string;
  completed: boolean;
  series: Series | null;
  /** The date of the schedule it stands for; null once its series has gone on without it. */
  scheduled: string | null;
  follows: Occurrence | null;
  touched: boolean;
  /** Epoch milliseconds. */
  deletedAt: number | null;
}

export interface Rule {
  type: Series['type'] | 'none';
  interval: number;
}

/** A history that goes on by the rules alone. Each step below answers false where the rules refuse it. */
export interface Model {
  all: Occurrence[];
  /** Epoch milliseconds. */
  now: () => number;
  /** The person's calendar date. */
  today: () => string;
}

/** How long what was deleted can be restored; after that its date is free. */
const RESTORABLE = 600_000;

export function liveOf({ all }: Model): Occurrence[] {
  return all.filter(one => one.deletedAt === null);
}

export function create(model: Model, title: string, due: string, rule: Rule, end: string | null): void {
  const series = seriesOf(rule, due, end);
  add(model, { title, due, series, scheduled: series && due, follows: null });
}

export function complete(model: Model, one: Occurrence): boolean {
  Object.assign(one, { completed: true, touched: true });
  const { series, scheduled, title } = one;
  if (!series || scheduled === null || series.ended || openOf(model, series)) return true;
  const due = nextDate(series, latestOf(model, series), model.today());
  if (due !== null) add(model, { title, due, series, scheduled: due, follows: one });
  return true;
}

export function reopen(model: Model, one: Occurrence): boolean {
  const { series } = one;
  if (series && one.scheduled !== null) {
    model.all = model.all.filter(other => !isUntouchedFollowUp(other, one));
    if (series.ended || openOf(model, series)) one.scheduled = null;
  }
  Object.assign(one, { completed: false, touched: true });
  return true;
}

export function rename(one: Occurrence, title: string): boolean {
  if (title !== one.title) Object.assign(one, { title, touched: true });
  return true;
}

export function move(one: Occurrence, due: string): boolean {
  if (due === one.due) return true;
  if (one.series?.end && due > one.series.end) return false;
  Object.assign(one, { due, touched: true });
  return true;
}

export function skipTo(model: Model, one: Occurrence): string | null {
  const { series, scheduled, due, completed } = one;
  if (!series || scheduled === null || completed || series.ended) return null;
  const [, later = due] = [latestOf(model, series), due].sort();
  return nextDate(series, later, model.today());
}

export function skip(model: Model, one: Occurrence): boolean {
  const day = skipTo(model, one);
  if (day !== null) Object.assign(one, { due: day, scheduled: day, touched: true });
  return day !== null;
}

export function changeRule(model: Model, one: Occurrence, rule: Rule): boolean {
  const old = one.series;
  if (rule.type === (old?.type ?? 'none') && isSameInterval(old, rule)) return true;
  const isPast = rule.type !== 'none' && rule.type !== old?.type && one.due > (old?.end ?? one.due);
  if (isPast) return false;
  one.touched = true;
  const series = seriesOf(rule, one.due, old?.end ?? null);
  if (!old || one.scheduled === null) {
    give(one, series);
  } else if (series) {
    branch(model, one, series, old);
    old.ended = true;
  } else {
    for (const task of model.all) if (task.series === old) Object.assign(task, { touched: true, ...NONE });
  }
  return true;
}

export function changeEnd(one: Occurrence, end: string | null): boolean {
  const { series } = one;
  if (end !== null && end < one.due && end !== series?.end) return false;
  if (series && series.end !== end) {
    series.end = end;
    one.touched = true;
  }
  return true;
}

/** Answers whether that ended the series. */
export function remove(model: Model, one: Occurrence): boolean {
  const ends = isCurrent(one);
  if (one.series && ends) one.series.ended = true;
  one.deletedAt = model.now();
  model.all = model.all.filter(other => !isOld(model, other));
  return ends;
}

export function restore(model: Model, one: Occurrence): boolean {
  if (isOld(model, one)) return false;
  if (one.series && isCurrent(one)) {
    if (openOf(model, one.series)) one.scheduled = null;
    else one.series.ended = false;
  }
  one.deletedAt = null;
  return true;
}

export function moveOverdue(model: Model): void {
  const today = model.today();
  for (const one of liveOf(model)) {
    const isLeft = one.completed || one.due >= today || (one.series?.end ?? today) < today;
    if (!isLeft) Object.assign(one, { due: today, touched: true });
  }
}

type New = Pick<Occurrence, 'title' | 'due' | 'series' | 'scheduled' | 'follows'>;

function add(model: Model, one: New): void {
  model.all.push({ ...one, id: null, completed: false, touched: false, deletedAt: null });
}

/** The one open occurrence of a series. */
function openOf(model: Model, series: Series): Occurrence | undefined {
  return liveOf(model).find(one => one.series === series && isCurrent(one));
}

function isCurrent(one: Occurrence): boolean {
  return one.series !== null && one.scheduled !== null && !one.completed;
}

function isOld({ now }: Model, { deletedAt }: Occurrence): boolean {
  return deletedAt !== null && deletedAt < now() - RESTORABLE;
}

function latestOf({ all }: Model, series: Series): string {
  const dates = all.filter(one => one.series === series).map(one => one.scheduled ?? '');
  return dates.sort().at(-1) ?? '';
}

function give(one: Occurrence, series: Series | null): void {
  Object.assign(one, { series, scheduled: series && one.due, follows: null });
}

/** From this one on; from one that is done, the open one keeps its date. */
function branch(model: Model, one: Occurrence, series: Series, old: Series): void {
  if (!one.completed) {
    give(one, series);
    return;
  }
  const from = one.scheduled ?? '';
  const first = openOf(model, old)?.scheduled ?? one.due;
  Object.assign(series, { first, anchor: dayOfMonth(first) });
  for (const other of model.all.filter(task => task.series === old && (task.scheduled ?? '') >= from)) {
    other.series = series;
  }
}

const NONE = { series: null, scheduled: null, follows: null };

function seriesOf(rule: Rule, first: string, end: string | null): Series | null {
  const { type, interval } = rule;
  if (type === 'none') return null;
  return { type, interval, first, anchor: dayOfMonth(first), end, ended: false };
}

/** The interval counts only where it is the rule. */
function isSameInterval(old: Series | null, rule: Rule): boolean {
  return rule.type !== 'interval' || rule.interval === old?.interval;
}

function isUntouchedFollowUp(other: Occurrence, one: Occurrence): boolean {
  const isOpen = !other.completed && other.scheduled !== null && other.deletedAt === null;
  return other.follows === one && other.series === one.series && isOpen && !other.touched;
}

/** Days on which calendars go wrong: ends of months, leap days, New Year, and changes of the clock. */
export const HARD_DAYS: readonly string[] = [
  ...['2031-01-31', '2031-02-28', '2031-03-09', '2031-03-30', '2031-10-26', '2031-11-02', '2031-12-31'],
  ...['2032-01-30', '2032-02-28', '2032-02-29', '2032-03-28', '2032-04-30', '2032-12-31'],
].flatMap(day => [addDays(day, -1), day, addDays(day, 1)]);
