import { foldDeleted } from '@onus/contract/fold/history';
import { type Router, useQueued } from '../outbox/use-outbox.ts';
import { type Paged, progressOf } from './pages.ts';

/** A list of what was deleted, in its pages. */
interface DeletedList<Row> extends Paged {
  data: { pages: { items: Row[] }[] } | undefined;
}

/** The rows that are not being restored, and how far the list is loaded. */
export function useDeleted<Row extends { id: string }>(router: Router, list: DeletedList<Row>) {
  const { data } = list;
  const queued = useQueued(router, data);
  const items = data?.pages.flatMap(page => page.items);
  return { known: items && foldDeleted(items, queued), ...progressOf(list) };
}
