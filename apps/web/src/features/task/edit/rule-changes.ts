import { type Day, isDay, noonOf } from '@onus/contract/dates/calendar';
import { changedRule, hasEvery, NO_RULE, plainRule, type Rule } from '@onus/contract/dates/rule';
import { isOnLastDay, LAST_DAY, type RecurrenceDraft } from './recurrence-draft.ts';

/** The rule that the server makes of the values of the form. @param rule the one that the form changes. */
export function ruleAfter(draft: RecurrenceDraft, rule: Rule = NO_RULE): Rule {
  return changedRule({ ...NO_RULE, ...rule }, changedFields(draft, rule), draft.day);
}

function ruleOf(draft: RecurrenceDraft): Rule {
  return plainRule({
    recurrenceType: draft.recurrenceType,
    recurrenceInterval: draft.interval,
    recurrenceEndDate: draft.endDay ? noonOf(draft.endDay) : null,
    recurrenceDays: [...draft.days],
    recurrenceEvery: draft.every,
    recurrenceFrom: draft.from,
    recurrenceAnchor: draft.isLastDay ? LAST_DAY : null,
  });
}

/** The fields of the rule that the form has changed. An end on the same date keeps its time. */
export function changedFields(draft: RecurrenceDraft, rule: Rule): Partial<Rule> {
  const [known, after] = [plainRule({ ...NO_RULE, ...rule }), ruleOf(draft)];
  // The form sets no other day of the month than the last.
  const before = { ...known, recurrenceAnchor: isOnLastDay(known) ? LAST_DAY : null };
  if (after.recurrenceType === 'none')
    return before.recurrenceType === 'none' ? {} : { recurrenceType: 'none' };
  const keyOf = (one: Rule, name: keyof Rule) =>
    name === 'recurrenceEndDate' ? one[name]?.slice(0, 10) : String(one[name]);
  const names = (Object.keys(NO_RULE) as (keyof Rule)[]).filter(
    name => keyOf(before, name) !== keyOf(after, name),
  );
  return Object.fromEntries(names.map(name => [name, after[name]]));
}

/** What is wrong with a due date; null if nothing is. A date field takes years of more than four digits. */
export function problemInDay(day: Day | ''): string | null {
  if (day === '') return 'Due date is required';
  return isDay(day) ? null : 'Due date is invalid';
}

/** What a list could not show; null if nothing is wrong. */
export function problemIn(draft: RecurrenceDraft): string | null {
  const { recurrenceType: type, interval, every, days, endDay } = draft;
  if (type !== 'none' && endDay !== '' && !isDay(endDay)) return 'Recurrence end date is invalid';
  if (type === 'interval' && !(interval >= 1)) return 'Interval must be a whole number of days, at least 1';
  if (type === 'weekdays' && days.length === 0) return 'Choose at least one day';
  return hasEvery(type) && !(every >= 1) ? 'Every must be a whole number, at least 1' : null;
}
