import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { GroceriesPage } from '../features/grocery/groceries-page.tsx';
import { prefetchGroceries } from '../features/grocery/use-groceries.ts';
import { LineAbove } from './-line/line-above.tsx';
import { optionalText } from './-search/search.ts';
import { useLinkedRow } from './-search/use-linked-row.ts';

export const Route = createFileRoute('/dash/groceries')({
  validateSearch: z.object({ item: optionalText }),
  loader: () => prefetchGroceries(),
  preload: false,
  component: Groceries,
});

function Groceries() {
  return (
    <GroceriesPage line={<LineAbove place="groceries" />} shown={useLinkedRow(Route.useSearch().item)} />
  );
}
