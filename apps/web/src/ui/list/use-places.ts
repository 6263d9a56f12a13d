import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds that a ticked row keeps its place, so that nothing moves under the finger. */
const REST = 600;

/**
 * Whether each row stands in the lower part of its list. It follows the ticks after a rest; further ticks make it wait
 * again. A row that is not in the map stands where its tick says.
 * @param isTicked whether a row belongs in the lower part.
 */
export function usePlaces<Row extends { id: string }>(
  rows: readonly Row[],
  isTicked: (row: Row) => boolean,
): ReadonlyMap<string, boolean> {
  const placesOf = (some: readonly Row[]) => new Map(some.map(row => [row.id, isTicked(row)]));
  const [places, setPlaces] = useState(() => placesOf(rows));
  const follow = useEffectEvent(() => setPlaces(placesOf(rows)));
  // A new row has its place at once. It is noted without another rendering, because that would change nothing.
  useEffect(() => {
    for (const row of rows) if (!places.has(row.id)) places.set(row.id, isTicked(row));
  });
  const late = rows.filter(row => places.get(row.id) === !isTicked(row)).map(({ id }) => id);
  const lateIds = late.join();
  useEffect(() => {
    if (lateIds === '') return;
    const rest = setTimeout(follow, REST);
    return () => clearTimeout(rest);
  }, [lateIds]);
  return places;
}
