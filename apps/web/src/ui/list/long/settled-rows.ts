/**
 * Lets a row that changes its place in the list glide there, as a completed one does below the open ones. The others move
 * at once, and so does every row if readers want less motion. @returns a function that ends it.
 */
export function settleRows(list: HTMLElement): () => void {
  let places = placesOf(list);
  const watch = new MutationObserver(() => {
    const before = places;
    places = placesOf(list);
    const moved = movedRow([...before.keys()], [...places.keys()]);
    if (!moved || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const by = (before.get(moved) ?? 0) - (places.get(moved) ?? 0);
    moved.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], MOTION);
  });
  watch.observe(list, { childList: true, subtree: true });
  return () => watch.disconnect();
}

const MOTION = { duration: 180, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

/** The rows of a list that renders all, in their order. */
function placesOf(list: HTMLElement): Map<HTMLElement, number> {
  const rows = [...list.querySelectorAll<HTMLElement>('li[data-index].relative')];
  return new Map(rows.map(row => [row, row.offsetTop]));
}

/** The one row that stands elsewhere among the rows of both orders; undefined if there is none, or several have moved. */
function movedRow<Row>(before: readonly Row[], after: readonly Row[]): Row | undefined {
  const [was, is] = [before.filter(row => after.includes(row)), after.filter(row => before.includes(row))];
  const first = was.findIndex((row, index) => row !== is[index]);
  if (first < 0) return undefined;
  return [was[first], is[first]].find(moved => isSame(without(was, moved), without(is, moved)));
}

function without<Row>(rows: readonly Row[], row: Row | undefined): Row[] {
  return rows.filter(one => one !== row);
}

function isSame<Row>(some: readonly Row[], others: readonly Row[]): boolean {
  return some.every((row, index) => row === others[index]);
}
