import type { Db } from '@onus/db/open';
import type { Scope } from '../../core/scope.ts';
import type { JobRow } from '../jobs.ts';

/** What a person gets, whatever the channel. */
export interface ComposedNotice {
  /** Names people and numbers only. */
  title: string;
  /** One line for each event; empty where the person wants names only. */
  lines: string[];
  /** Path and query of the page it is about. */
  path: string;
  /** A later notification with the same tag replaces this one on the screen of a device. */
  tag: string;
  /** Seconds after which it is of no use to a device that was off. */
  ttl: number;
}

/** What the jobs of one batch say at this moment; null where there is nothing to say any more. */
export type Compose = (
  db: Db,
  scope: Scope,
  jobs: readonly JobRow[],
  namesOnly: boolean,
) => ComposedNotice | null;

/** Of a long text. */
const MOST_CHARACTERS = 500;
/** As many as are sent together, so that none is left out. */
const MOST_LINES = 50;

export function listed(lines: readonly string[]): string[] {
  const more = lines.length - MOST_LINES;
  const shown = lines.slice(0, MOST_LINES).map(shortened);
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : text;
}
