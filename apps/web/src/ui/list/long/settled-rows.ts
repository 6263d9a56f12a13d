/**
 * Lets a row that changes its place in the list glide there, as a completed one does below the open ones. The others move
 * at once, and so does every row if readers want less motion. @returns a function that ends it.
 */
export function settleRows(list: HTMLElement): () => void {
  let order = rowsOf(list);
  const watch = new MutationObserver(changes => {
    if (!changes.some(({ target }) => target === list || target.parentNode === list)) return;
    const before = order;
    order = rowsOf(list);
    const move = moveOf(before, order);
    if (!move || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const frames = [{ transform: `translateY(${wayBack(move)}px)` }, { transform: 'none' }];
    move.row.animate(frames, MOTION);
  });
  watch.observe(list, { childList: true, subtree: true });
  return () => watch.disconnect();
}

interface Move<Row> {
  row: Row;
  /** The row that stands now where it stood. */
  instead: Row;
  isDown: boolean;
}

/** The one row that stands elsewhere among the rows of both orders; undefined if there is none, or several have moved. */
export function moveOf<Row>(before: readonly Row[], after: readonly Row[]): Move<Row> | undefined {
  const [was, is] = [common(before, after), common(after, before)];
  const first = was.findIndex((row, index) => row !== is[index]);
  if (first < 0) return undefined;
  const row = [was[first], is[first]].find(moved => isSame(without(was, moved), without(is, moved)));
  const from = was.indexOf(row as Row);
  const instead = is[from];
  return row && instead && { row, instead, isDown: from === first };
}

const MOTION = { duration: 180, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

/** The rows of a list that renders all, in their order. */
function rowsOf(list: HTMLElement): HTMLElement[] {
  return ([...(list.querySelector('ul')?.children ?? [])] as HTMLElement[]).filter(isInOrder);
}

/** Not a row of a long list, which has its place by a style. */
function isInOrder(row: HTMLElement): boolean {
  return row.classList.contains('relative');
}

/** CSS pixels from the place of a row to the one that it had. Only a move is measured, because that costs a layout. */
function wayBack({ row, instead, isDown }: Move<HTMLElement>): number {
  const higher = isDown ? 0 : instead.offsetHeight - row.offsetHeight;
  return instead.offsetTop + higher - row.offsetTop;
}

function common<Row>(rows: readonly Row[], others: readonly Row[]): Row[] {
  const known = new Set(others);
  return rows.filter(row => known.has(row));
}

function without<Row>(rows: readonly Row[], row: Row | undefined): Row[] {
  return rows.filter(one => one !== row);
}

function isSame<Row>(some: readonly Row[], others: readonly Row[]): boolean {
  return some.every((row, index) => row === others[index]);
}
