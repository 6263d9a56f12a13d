import { Drawing } from '../../ui/drawings.tsx';

/** Nothing to buy: a basket, with a leaf to remember what it is for. */
export function EmptyBasket() {
  return (
    <Drawing>
      <path d="M28 46h64l-7 36a4 4 0 0 1-4 3H39a4 4 0 0 1-4-3z" className="fill-surface" />
      <path d="M24 46h72M44 46l10-22M76 46 66 24" />
      <path d="M48 58l2 16M60 58v16M72 58l-2 16" className="stroke-line" />
      <path d="M84 34c0-9 6-14 15-14 0 9-6 14-15 14zM84 34l7-7" className="fill-brand-wash stroke-brand" />
    </Drawing>
  );
}
