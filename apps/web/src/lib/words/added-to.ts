import { type Day, noonOf } from '@onus/contract/dates/calendar';
import { nearDate, todayHere, weekdayAndDate } from '../dates.ts';
import { shortened } from './text.ts';

/**
 * Where a new task went: "Added to Friday", and "Added for Ben" if it is on the lists of others alone. Nothing for one of
 * today on one's own list.
 * @param people the others.
 */
export function addedTo(
  day: Day,
  people: readonly { username: string }[] = [],
  today = todayHere(),
): string | undefined {
  const where = [listOf(day, today), ownersOf(people)].filter(part => part !== '');
  return where.length > 0 ? `Added ${where.join(' ')}` : undefined;
}

function listOf(day: Day, today: Day): string {
  const ahead = (Date.parse(noonOf(day)) - Date.parse(noonOf(today))) / 86_400_000;
  if (ahead === 0) return '';
  if (ahead < 2 || ahead > 6) return `to ${nearDate(day, today)}`;
  return `to ${weekdayAndDate(day).split(',')[0]}`;
}

function ownersOf([first, second, ...others]: readonly { username: string }[]): string {
  if (!first) return '';
  const name = shortened(first.username);
  if (!second) return `for ${name}`;
  return others.length === 0 ? `for ${name} and ${shortened(second.username)}` : `for ${name} and others`;
}
