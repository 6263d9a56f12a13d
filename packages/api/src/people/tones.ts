import { HUES, toneOf } from '@onus/contract/people/tone';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { asc, eq, or, sql } from 'drizzle-orm';
import type { Scope } from '../core/scope.ts';

/** In a larger household, those who came later have the color of their id. */
const MOST = 200;

/**
 * The colors of the caller's household: a number by the id of a person (rule 20.19). The earliest account chooses first,
 * and a deleted one keeps its color, so that no one changes color when another joins or is deleted. When all pale hues
 * are taken, people get the deep ones.
 */
export function listTones(db: Db, scope: Scope): Record<string, number> {
  const free = new Set<number>();
  const tones: Record<string, number> = {};
  for (const [place, { id }] of peopleOf(db).all({ household: scope.household }).entries()) {
    if (free.size === 0) for (let hue = 0; hue < HUES; hue += 1) free.add(hue);
    const isDeep = Math.floor(place / HUES) % 2 === 1;
    let hue = toneOf(id);
    while (!free.has(hue)) hue = (hue + 1) % HUES;
    free.delete(hue);
    tones[id] = isDeep ? HUES + hue : hue;
  }
  return tones;
}

const household = sql.placeholder('household');

const peopleOf = prepared({ id: user.id }, (db, columns) =>
  db
    .select(columns)
    .from(user)
    .where(or(eq(user.id, household), eq(user.managerId, household)))
    .orderBy(asc(user.id))
    .limit(MOST),
);
