import { countedFrom, dayOfMonth, nextDate, type Series } from './calendar-model.ts';
import { isSameRhythm, keptAnchor, type Rule, seriesOf } from './series-rule.ts';

/** One task of a history, as the rules of the calendar have it. */
export interface Occurrence {
  /** The id of the product's task; null until the product has listed it. */
  id: string | null;
  title: string;
  due: string;
  completed: boolean;
  series: Series | null;
  /** The date of the schedule it stands for; null once its series has gone on without it. */
  scheduled: string | null;
  follows: Occurrence | null;
  touched: boolean;
  /** The number of its changes. */
  edits: number;
  skips: Skipped[];
  /** Epoch milliseconds. */
  deletedAt: number | null;
}

/** What a skip replaced. */
interface Skipped extends Pick<Occurrence, 'due' | 'scheduled' | 'series' | 'touched' | 'edits'> {
  to: string;
  /** Epoch milliseconds. */
  at: number;
  /** The state of the task and its series right after it. */
  left: string;
}

/** A history by the rules alone. Each step below returns false if the rules refuse it. */
export interface Model {
  all: Occurrence[];
  /** Epoch milliseconds. */
  now: () => number;
  /** The person's calendar date. */
  today: () => string;
}

/** How long a deleted task can be restored. */
const RESTORABLE = 30 * 86_400_000;
/** How long a skip can be undone. */
const UNDOABLE = 30 * 86_400_000;

export function liveOf({ all }: Model): Occurrence[] {
  return all.filter(one => one.deletedAt === null);
}

export function create(model: Model, title: string, due: string, rule: Rule, end: string | null): void {
  const series = seriesOf(rule, due, end);
  add(model, { title, due, series, scheduled: series && due, follows: null });
}

export function complete(model: Model, one: Occurrence): boolean {
  change(one, { completed: true });
  const { series, scheduled, title } = one;
  if (!series || scheduled === null || series.ended || openOf(model, series)) return true;
  const due = nextAfter(series, latestOf(model, series), model.today(), model.today());
  if (due !== null) add(model, { title, due, series, scheduled: due, follows: one });
  return true;
}

export function reopen(model: Model, one: Occurrence): boolean {
  const { series } = one;
  if (series && one.scheduled !== null) {
    model.all = model.all.filter(other => !isUntouchedFollowUp(other, one));
    if (series.ended || openOf(model, series)) one.scheduled = null;
  }
  change(one, { completed: false });
  return true;
}

export function rename(one: Occurrence, title: string): boolean {
  if (title !== one.title) change(one, { title });
  return true;
}

export function move(one: Occurrence, due: string): boolean {
  if (due === one.due) return true;
  if (one.series?.end && due > one.series.end) return false;
  change(one, { due });
  return true;
}

export function skipTo(model: Model, one: Occurrence): string | null {
  const { series, scheduled, due, completed } = one;
  if (!series || scheduled === null || completed || series.ended) return null;
  const [, later = due] = [latestOf(model, series), due].sort();
  return nextAfter(series, later, model.today(), due);
}

/** From completion, the dates count from today, or from a later date of the task that is skipped. */
function nextAfter(series: Series, after: string, today: string, due: string): string | null {
  if (!series.fromDone) return nextDate(series, after, today);
  const from = due > today ? due : today;
  return nextDate(countedFrom(series, from), after > today ? after : today, from);
}

export function skip(model: Model, one: Occurrence): boolean {
  const day = skipTo(model, one);
  if (day === null) return false;
  const { due, scheduled, series, touched, edits } = one;
  change(one, { due: day, scheduled: day });
  one.skips.push({ due, scheduled, series, touched, edits, to: day, at: model.now(), left: stateOf(one) });
  return true;
}

/** @param due the date that the skip replaced. A task that is on it is not moved. */
export function undoSkip(model: Model, one: Occurrence, due: string): boolean {
  const isLast = (skipped: Skipped) =>
    skipped.to === one.scheduled && skipped.at >= model.now() - UNDOABLE && !one.completed;
  const last = one.skips.findLast(isLast);
  if (!last || last.due !== due || last.series !== one.series) return one.due === due;
  if (last.left !== stateOf(one)) {
    change(one, { due, scheduled: last.scheduled });
    return true;
  }
  // As if it had never been skipped, also for the undo of the skip before.
  const { scheduled, touched, edits } = last;
  Object.assign(one, { due, scheduled, touched, edits });
  one.skips.splice(one.skips.indexOf(last), 1);
  return true;
}

export function changeRule(model: Model, one: Occurrence, rule: Rule): boolean {
  const old = one.series;
  if (rule.type === (old?.type ?? 'none') && isSameRhythm(old, rule)) return true;
  const isPast = rule.type !== 'none' && rule.type !== old?.type && one.due > (old?.end ?? one.due);
  if (isPast) return false;
  change(one, {});
  const anchor = rule.anchor ?? keptAnchor(old, rule, one.due);
  const series = seriesOf({ ...rule, anchor }, one.due, old?.end ?? null);
  if (!old || one.scheduled === null) {
    give(one, series);
  } else if (series) {
    branch(model, one, series, old, anchor === null);
    old.ended = true;
  } else {
    for (const task of model.all) if (task.series === old) change(task, NONE);
  }
  return true;
}

export function changeEnd(one: Occurrence, end: string | null): boolean {
  const { series } = one;
  if (end !== null && end < one.due && end !== series?.end) return false;
  if (series && series.end !== end) {
    series.end = end;
    series.changes += 1;
    change(one, {});
  }
  return true;
}

/** Returns whether that ended the series. */
export function remove(model: Model, one: Occurrence): boolean {
  const ends = isCurrent(one);
  if (one.series && ends) one.series.ended = true;
  one.deletedAt = model.now();
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
    if (!isLeft) change(one, { due: today });
  }
}

function change(one: Occurrence, fields: Partial<Occurrence>): void {
  Object.assign(one, fields, { touched: true, edits: one.edits + 1 });
}

function stateOf({ edits, series }: Occurrence): string {
  return `${edits} ${series?.changes}`;
}

type New = Pick<Occurrence, 'title' | 'due' | 'series' | 'scheduled' | 'follows'>;

function add(model: Model, one: New): void {
  model.all.push({
    ...one,
    id: null,
    completed: false,
    touched: false,
    edits: 0,
    skips: [],
    deletedAt: null,
  });
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

/** From this occurrence on. If it is complete, the open one keeps its date. */
function branch(model: Model, one: Occurrence, series: Series, old: Series, isOnFirst: boolean): void {
  if (!one.completed) {
    give(one, series);
    return;
  }
  const from = one.scheduled ?? '';
  const first = openOf(model, old)?.scheduled ?? one.due;
  Object.assign(series, { first, ...(isOnFirst && { anchor: dayOfMonth(first) }) });
  for (const other of model.all.filter(task => task.series === old && (task.scheduled ?? '') >= from)) {
    other.series = series;
  }
}

const NONE = { series: null, scheduled: null, follows: null };

function isUntouchedFollowUp(other: Occurrence, one: Occurrence): boolean {
  const isOpen = !other.completed && other.scheduled !== null && other.deletedAt === null;
  return other.follows === one && other.series === one.series && isOpen && !other.touched;
}
