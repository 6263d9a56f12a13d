import { dayOf } from '@onus/contract/dates/calendar';
import { folded } from '@onus/contract/folded';
import { nearDate, todayHere } from '../../lib/dates.ts';
import { briefly } from '../../lib/times.ts';
import { dollars } from '../../lib/words/money.ts';
import { counted } from '../../lib/words/text.ts';
import type { Found } from './use-search.ts';

export interface Result {
  id: string;
  group: 'Tasks' | 'Groceries' | 'Messages';
  text: string;
  details: string;
  /** The page that shows it. */
  link:
    | { to: '/dash/tasks'; search: { task: string } }
    | { to: '/dash/groceries'; search: { item: string } }
    | { to: '/dash/messages'; search: { thread: string; message: string } };
}

/** In the order in which they show. */
export function resultsOf(found: Found | undefined, searched: string): Result[] {
  if (!found) return [];
  const { tasks, items, messages } = found;
  const today = todayHere();
  return [
    ...tasks.map(({ id, title, dueDate, completed }) => ({
      id,
      group: 'Tasks' as const,
      text: title,
      details: completed ? 'Completed' : capitalized(nearDate(dayOf(dueDate), today)),
      link: { to: '/dash/tasks' as const, search: { task: id } },
    })),
    ...items.map(({ id, name, count, price, purchased }) => ({
      id,
      group: 'Groceries' as const,
      text: name,
      details: purchased
        ? 'In the cart'
        : [count > 1 ? `×${counted(count)}` : '', price > 0 ? dollars(price) : '']
            .filter(Boolean)
            .join(' · '),
      link: { to: '/dash/groceries' as const, search: { item: id } },
    })),
    ...messages.map(({ id, conversationId, message, sender, timestamp }) => ({
      id,
      group: 'Messages' as const,
      text: excerpt(message, searched),
      details: `${sender.username}, ${briefly(timestamp)}`,
      link: { to: '/dash/messages' as const, search: { thread: conversationId, message: id } },
    })),
  ];
}

/** One line of a long text that begins shortly before the first of the searched words. */
function excerpt(text: string, searched: string): string {
  const [word = ''] = folded(searched).split(/\s+/u);
  const at = folded(text).indexOf(word);
  const from = at > BEFORE ? text.indexOf(' ', at - BEFORE) : -1;
  return from > 0 && from < at ? `…${text.slice(from)}` : text;
}

/** Characters before the word that fit on the line of a phone. */
const BEFORE = 24;

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
