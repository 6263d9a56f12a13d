import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds that a ticked row keeps its place, so that nothing moves under the finger. */
const REST = 600;

/**
 * Whether each row stands in the lower part of its list. It follows the ticks after a rest; further ticks make it wait
 * again.
 * @param isTicked whether a row belongs in the lower part.
 */
export function usePlaces<Row extends { id: string }>(
  rows: readonly Row[],
  isTicked: (row: Row) => boolean,
): ReadonlyMap<string, boolean> {
  const placesOf = (some: readonly Row[]) => new Map(some.map(row => [row.id, isTicked(row)]));
  const [places, setPlaces] = useState<ReadonlyMap<string, boolean>>(() => placesOf(rows));
  const follow = useEffectEvent(() => setPlaces(placesOf(rows)));
  // A new row has its place at once.
  const added = rows.filter(({ id }) => !places.has(id));
  if (added.length > 0) setPlaces(new Map([...places, ...placesOf(added)]));
  const late = rows.filter(row => places.get(row.id) === !isTicked(row)).map(({ id }) => id);
  const lateIds = late.join();
  useEffect(() => {
    if (lateIds === '') return;
    const rest = setTimeout(follow, REST);
    return () => clearTimeout(rest);
  }, [lateIds]);
  return places;
}
