import { dayHeading } from '../../lib/times.ts';
import type { Message } from './chat.ts';
import type { Unsent } from './unsent.ts';

/** One message as the list shows it, whether the server has it or not. */
export interface Line {
  id: string;
  mine: boolean;
  sender: { id: string; username: string };
  timestamp: number;
  text: string;
  /** As the server has it. */
  stored: Message | null;
  unsent: Unsent | null;
  /** The heading over it, when it is the first of its day. */
  day: string | null;
  /** The first and the last of what one person wrote in one minute. */
  opens: boolean;
  closes: boolean;
}

interface Me {
  id: string;
  username: string;
}

/**
 * Oldest first: what the server has, then what it has not confirmed. A message that is in both is one: the
 * answer may be on its way while the list has it already.
 */
export function linesOf(stored: readonly Message[], unsent: readonly Unsent[], me: Me): Line[] {
  const known = new Set(stored.map(({ id }) => id));
  const bare = [
    ...stored.map(message => storedLine(message, me)),
    ...unsent.filter(({ id }) => !known.has(id)).map(message => unsentLine(message, me)),
  ];
  return bare.map((line, index) => {
    const [before, after] = [bare[index - 1], bare[index + 1]];
    const heading = dayHeading(line.timestamp);
    return {
      ...line,
      day: before && dayHeading(before.timestamp) === heading ? null : heading,
      opens: !before || groupOf(before) !== groupOf(line),
      closes: !after || groupOf(after) !== groupOf(line),
    };
  });
}

type BareLine = Omit<Line, 'day' | 'opens' | 'closes'>;

function storedLine(message: Message, me: Me): BareLine {
  const { id, sender, timestamp, message: text } = message;
  return { id, mine: sender.id === me.id, sender, timestamp, text, stored: message, unsent: null };
}

function unsentLine(message: Unsent, me: Me): BareLine {
  const { id, timestamp, text } = message;
  return { id, mine: true, sender: me, timestamp, text, stored: null, unsent: message };
}

function groupOf({ sender, timestamp, unsent }: BareLine): string {
  // What failed says so under itself, apart from the others.
  return unsent?.failure ? unsent.id : `${sender.id} ${Math.floor(timestamp / 60_000)}`;
}
