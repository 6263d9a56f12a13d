import { timeHere } from '../../../lib/dates.ts';
import { dayHeading } from '../../../lib/times.ts';
import type { Message } from '../chat.ts';
import type { Unsent } from '../send/unsent.ts';

/** A message in the list, stored or unsent. */
export interface Line {
  id: string;
  mine: boolean;
  sender: { id: string; username: string };
  timestamp: number;
  text: string;
  /** The server's message; null for an unsent one. */
  stored: Message | null;
  unsent: Unsent | null;
  /** The heading above the first message of a day. */
  day: string | null;
  /** Whether it is the first and the last message of one person in one minute. */
  opens: boolean;
  closes: boolean;
  /** Below the last one. A part of the line, because it changes with the viewer's time zone, and a line renders if it changes. */
  time: string | null;
}

interface Me {
  id: string;
  username: string;
}

/**
 * Oldest first: the stored messages, then the unsent ones. A message that is in both shows once: the list may contain it
 * before the response arrives.
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
    const closes = !after || groupOf(after) !== groupOf(line);
    return {
      ...line,
      day: before && dayHeading(before.timestamp) === heading ? null : heading,
      opens: !before || groupOf(before) !== groupOf(line),
      closes,
      time: closes ? timeHere(line.timestamp) : null,
    };
  });
}

type BareLine = Omit<Line, 'day' | 'opens' | 'closes' | 'time'>;

function storedLine(message: Message, me: Me): BareLine {
  const { id, sender, timestamp, message: text } = message;
  return { id, mine: sender.id === me.id, sender, timestamp, text, stored: message, unsent: null };
}

function unsentLine(message: Unsent, me: Me): BareLine {
  const { id, timestamp, text } = message;
  return { id, mine: true, sender: me, timestamp, text, stored: null, unsent: message };
}

function groupOf({ sender, timestamp, unsent }: BareLine): string {
  // A refused message stands alone, with its reason below it.
  return unsent?.operation?.refusal ? unsent.id : `${sender.id} ${Math.floor(timestamp / 60_000)}`;
}
